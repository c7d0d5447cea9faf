// The theme: light, dark, or that of the system. Runs before the page is painted.
(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const readChoice = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
  const storeChoice = (theme) => { try { theme ? localStorage.setItem("theme", theme) : localStorage.removeItem("theme"); } catch { /* without storage the choice is lost */ } };
  const systemTheme = () => (system.matches ? "dark" : "light");

  function show() {
    const chosen = readChoice();
    if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
    else delete root.dataset.theme;
    const now = root.dataset.theme || systemTheme();
    for (const meta of document.querySelectorAll("[data-theme-color]")) meta.media = meta.dataset.themeColor === now ? "all" : "not all";
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
    storeChoice(theme === systemTheme() ? null : theme); // the theme of the system needs no storage
    show();
  });
  system.addEventListener("change", show);
  addEventListener("storage", show); // chosen in another tab
})();
