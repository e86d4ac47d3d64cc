import { useEffectEvent, useLayoutEffect, useState } from 'react';

/** Files that are pasted or dropped anywhere in the chat. Returns whether files hover over it. */
export function useIncomingFiles(chat: HTMLElement | null, onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  // With the buttons on the screen, files are taken.
  useLayoutEffect(() => {
    if (chat === null) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    /** How many elements of the chat the pointer is in: each child fires its own events. */
    let depth = 0;
    const leave = () => {
      depth = 0;
      setOver(false);
    };
    chat.addEventListener('paste', (event) => onPaste(event, take), { signal });
    chat.addEventListener(
      'dragenter',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth += 1;
        setOver(true);
      },
      { signal },
    );
    chat.addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault(), { signal });
    chat.addEventListener(
      'dragleave',
      (event) => {
        if (!hasFiles(event)) return;
        depth -= 1;
        if (depth <= 0) leave();
      },
      { signal },
    );
    chat.addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        leave();
        const files = filesOf(event.dataTransfer);
        if (files.length > 0) take(files);
      },
      { signal },
    );
    return () => {
      ended.abort();
      leave();
    };
  }, [chat]);
  return isOver;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

/** Without folders, which have no bytes. */
function filesOf(data: DataTransfer | null): readonly File[] {
  const items = [...(data?.items ?? [])].filter(({ kind }) => kind === 'file');
  return items.flatMap((item) => {
    const file = item.webkitGetAsEntry()?.isDirectory === true ? null : item.getAsFile();
    return file === null ? [] : [file];
  });
}

/** Text copied from an office program brings a picture of itself; a file copied from a folder only its name. */
function isFormattedText({ types }: DataTransfer): boolean {
  return types.includes('text/plain') && (types.includes('text/html') || types.includes('text/rtf'));
}

function onPaste(event: ClipboardEvent, take: (files: readonly File[]) => void): void {
  const { clipboardData } = event;
  if (clipboardData === null || isFormattedText(clipboardData)) return;
  const files = filesOf(clipboardData);
  if (files.length === 0) return;
  event.preventDefault();
  take(files);
}
