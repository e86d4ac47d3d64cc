import { useRef, type ClipboardEvent } from 'react';
import type { FlowDocument } from '../../../machines/flow-editing/flow-document.ts';
import { isInside, isTextField } from './event-place.ts';
import { documentIn } from './flow-file.ts';
import { partOf } from './steps-clipboard.ts';

interface Options {
  readonly document: FlowDocument;
  /** The steps that are copied. */
  readonly picked: ReadonlySet<string>;
  readonly onPaste: (part: FlowDocument) => void;
  readonly onRemove: (steps: readonly string[]) => void;
}

/** Copies, cuts and pastes steps, within a flow and into others, with the keys and menus that the browser has for it. */
export function useStepClipboard({ document, picked, onPaste, onRemove }: Options) {
  // Steps that still lack something aren't read from a text.
  const last = useRef<{ readonly text: string; readonly part: FlowDocument }>(null);
  const copy = (event: ClipboardEvent): boolean => {
    if (isOfText(event) || picked.size === 0) return false;
    const part = partOf(document, [...picked]);
    const text = JSON.stringify(part, null, 1);
    last.current = { text, part };
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
    return true;
  };
  return {
    onCopy: (event: ClipboardEvent) => {
      copy(event);
    },
    onCut: (event: ClipboardEvent) => {
      if (copy(event)) onRemove([...picked]);
    },
    onPaste: (event: ClipboardEvent) => {
      if (isOfText(event)) return;
      const text = event.clipboardData.getData('text/plain').replaceAll('\r\n', '\n');
      const part = text === last.current?.text ? last.current.part : documentIn(text);
      if (part === null) return;
      event.preventDefault();
      onPaste(part);
    },
  };
}

/** Of a field, of a dialog, or of words that are marked. */
function isOfText(event: ClipboardEvent): boolean {
  if (!isInside(event) || isTextField(event.target)) return true;
  return event.type !== 'paste' && window.getSelection()?.isCollapsed === false;
}
