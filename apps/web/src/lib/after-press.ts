/**
 * Runs `act` immediately or, while a button is pressed, after the button has received its click. A message
 * under a field makes the form taller. If the message appeared during the press, the button would move away
 * from the pointer and lose the click.
 */
export function afterPress(act: () => void): void {
  if (document.querySelector('button:active'))
    document.addEventListener('click', act, { once: true, capture: true });
  else act();
}
