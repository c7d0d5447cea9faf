/** The widget of a match in a notebook: shows the board, and sends what was clicked. */
function render({ model, el }) {
  const board = document.createElement("div");
  const hint = document.createElement("p");
  const choices = document.createElement("p");
  board.style.maxWidth = "640px";
  el.append(board, hint, choices);

  board.addEventListener("click", (event) => {
    const target = event.target.closest(".legal");
    if (target) model.send({ ...target.dataset });
  });

  function show() {
    board.innerHTML = model.get("svg");
    hint.textContent = model.get("hint");
  }

  function ask() {
    choices.replaceChildren(...model.get("choices").map(makeButton));
  }

  function makeButton(choice) {
    const [name, value] = choice.split("=");
    const button = document.createElement("button");
    button.textContent = name === "kind" ? value : `${name} ${value}`;
    button.addEventListener("click", () => model.send({ [name]: value }));
    return button;
  }

  model.on("change:svg", show);
  model.on("change:hint", show);
  model.on("change:choices", ask);
  show();
  ask();
}

export default { render };
