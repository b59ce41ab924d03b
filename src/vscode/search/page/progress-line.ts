/** The moving line above the results, for searches that take long. */
import { element } from '../../webview/page/dom';

const delayMs = 250;

export class ProgressLine {
  readonly element = element('div', { class: 'searching', 'aria-hidden': true });
  private timer: ReturnType<typeof setTimeout> | undefined;

  start(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.element.classList.add('on'), delayMs);
  }

  end(): void {
    clearTimeout(this.timer);
    this.element.classList.remove('on');
  }
}
