/** Keeps the browser from leaving the page for a file that is dropped where nothing takes it. */
export function guardDrops(signal: AbortSignal): void {
  const refuse = (event: DragEvent) => {
    const { dataTransfer, target, defaultPrevented } = event;
    if (defaultPrevented || dataTransfer?.types.includes('Files') !== true) return;
    if (target instanceof Element && target.closest('input[type="file"]') !== null) return;
    event.preventDefault();
    dataTransfer.dropEffect = 'none';
  };
  window.addEventListener('dragover', refuse, { signal });
  window.addEventListener('drop', refuse, { signal });
}
