// A version is being validated, or a practice match is being played: look again soon, unless somebody is writing a bot.
const area = document.querySelector("#text");
setInterval(() => {
  if (!area || area.value.trim() === area.defaultValue.trim()) location.reload();
}, 2000);
