import { useMemo, useState } from 'react';
import { nodeAt, own } from '../../../../../flows/exits.ts';
import type { FlowDocument, FlowPlaces } from '../../../../machines/flow-editing/flow-document.ts';
import { useText } from '../../../kit/useText.ts';
import { boxOf, type Box, type BoxData } from './boxes.ts';
import type { Line } from './drawing.ts';

/** The same lines until one begins or ends: while a step is dragged, what they say of boxes needn't be worked out again. */
export function useSameLines(lines: readonly Line[]): readonly Line[] {
  const [kept, keep] = useState(lines);
  const isSame =
    kept.length === lines.length &&
    kept.every(({ from, exit, to, into }, index) => {
      const line = lines[index];
      return line?.from === from && line.exit === exit && line.to === to && line.into === into;
    });
  if (isSame) return kept;
  keep(lines);
  return lines;
}

interface Kept {
  readonly json: string;
  readonly data: BoxData;
}

/** The same objects for boxes that show the same, so that only the others are drawn again. */
export function useSameBoxes(boxes: ReadonlyMap<string, BoxData>): ReadonlyMap<string, BoxData> {
  const [kept] = useState(() => new Map<string, Kept>());
  return useMemo(
    () =>
      new Map(
        [...boxes].map(([id, data]) => {
          const json = JSON.stringify(data);
          const before = kept.get(id);
          if (before?.json === json) return [id, before.data];
          kept.set(id, { json, data });
          return [id, data];
        }),
      ),
    [boxes, kept],
  );
}

interface Drawing {
  readonly document: FlowDocument;
  readonly boxes: ReadonlyMap<string, BoxData>;
  readonly at: FlowPlaces['at'];
  readonly moving: FlowPlaces['at'] | null;
  readonly picked: ReadonlySet<string>;
}

/** React Flow's nodes in reading order, the same objects where nothing changed. */
export function useNodes({ document, boxes, at, moving, picked }: Drawing): Box[] {
  const text = useText();
  const [kept] = useState(() => new Map<string, Box>());
  return useMemo(
    () =>
      document.places.order.flatMap((id) => {
        const node = nodeAt(document.flow, id);
        const data = boxes.get(id);
        const place = (moving === null ? undefined : own(moving, id)) ?? own(at, id);
        if (node === undefined || data === undefined || place === undefined) return [];
        const before = kept.get(id);
        const isSelected = picked.has(id);
        if (
          before !== undefined &&
          before.data === data &&
          before.selected === isSelected &&
          before.position.x === place.x &&
          before.position.y === place.y
        )
          return [before];
        const box: Box = {
          ...boxOf(id, data, node, place, isSelected),
          ariaLabel: text('flow.canvas.step', { kind: data.kindName, name: data.name, count: data.problems }),
          domAttributes: { 'aria-roledescription': text('flow.canvas.step.role') },
        };
        kept.set(id, box);
        return [box];
      }),
    [document, boxes, at, moving, picked, text, kept],
  );
}
