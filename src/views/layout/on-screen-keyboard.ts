/** A keyboard is higher than this; the browser's own bars are not. In pixels. */
const KEYBOARD_MIN = 120;

/**
 * Makes the page as high as what the on-screen keyboard leaves. Browsers that know `interactive-widget` do so by
 * themselves; Safari lays the keyboard over the page.
 */
export function fitKeyboard(signal: AbortSignal): void {
  // Undefined in browsers that have none.
  const { visualViewport: view }: { readonly visualViewport?: VisualViewport | null } = window;
  if (!view || signal.aborted) return;
  const { style } = document.documentElement;
  const fit = () => {
    // Zoomed in, the height says nothing of a keyboard.
    const isCovered = view.scale === 1 && window.innerHeight - view.height > KEYBOARD_MIN;
    if (!isCovered) style.removeProperty('--shown');
    else {
      style.setProperty('--shown', `${view.height}px`);
      window.scrollTo(0, 0);
    }
  };
  view.addEventListener('resize', fit, { signal });
  signal.addEventListener('abort', () => style.removeProperty('--shown'));
}
