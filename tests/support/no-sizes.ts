/** What jsdom lacks; it lays nothing out. */
export class NoSizes implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
