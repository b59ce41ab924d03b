/** A row that gets the focus must not be hidden behind the controls, which stay at the top. */
export function keepRowsBelow(controls: HTMLElement): void {
  new ResizeObserver(() => {
    document.documentElement.style.setProperty('scroll-padding-top', `${controls.offsetHeight}px`);
  }).observe(controls);
}
