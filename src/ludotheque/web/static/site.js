// The theme: light, dark, or as the system has it. Runs before the page is painted.
(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const kept = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
  const keep = (theme) => { try { theme ? localStorage.setItem("theme", theme) : localStorage.removeItem("theme"); } catch { /* a browser without storage forgets */ } };
  const own = () => (system.matches ? "dark" : "light");

  function show() {
    const chosen = kept();
    if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
    else delete root.dataset.theme;
    const now = root.dataset.theme || own();
    for (const button of document.querySelectorAll("[data-set-theme]")) {
      button.setAttribute("aria-pressed", String(button.dataset.setTheme === now));
    }
  }

  show();
  document.addEventListener("DOMContentLoaded", () => {
    for (const group of document.querySelectorAll("[data-themes]")) group.hidden = false;
    show();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-set-theme]");
    if (!button) return;
    const theme = button.dataset.setTheme;
    keep(theme === own() ? null : theme); // what the system says anyway needs no memory
    show();
  });
  system.addEventListener("change", show);
  addEventListener("storage", show); // another tab has chosen
})();
