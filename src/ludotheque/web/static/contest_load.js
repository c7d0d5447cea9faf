// Queue and load of a contest, as they are now: this part of the page is renewed every three seconds.
const load = document.querySelector("#load");
setInterval(async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch(load.dataset.page);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("#load");
    if (fresh && fresh.innerHTML !== load.innerHTML) load.innerHTML = fresh.innerHTML;
  } catch {
    // The server is away: it is asked again.
  }
}, 3000);
