/** What the browser remembers of the user's choices. Without storage a choice counts until the page is left. */

export function read(key, fallback) {
  try {
    return localStorage.getItem(key) ?? fallback;
  } catch {
    return fallback;
  }
}

export function store(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // the browser allows no storage
  }
}
