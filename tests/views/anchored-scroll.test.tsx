import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useAnchoredScroll } from '../../src/views/attendance/chat/use-anchored-scroll.ts';
import { aMessage } from '../support/builders.ts';

const entries = [{ kind: 'message', message: aMessage() }] as const;
const scrolled = { entries, range: undefined, isPast: false, sought: null, onNearEnd: () => undefined };

function Messages({ onNearStart }: { readonly onNearStart: () => void }) {
  const { box, content, onScroll } = useAnchoredScroll({ ...scrolled, onNearStart });
  return (
    <div ref={box} onScroll={onScroll} role="log">
      <div ref={content}>
        <p data-message="1" />
      </div>
    </div>
  );
}

/** Scrolls to each of the positions, a tenth of a second apart; where older messages were asked for. */
function askedAt(positions: readonly number[]): readonly number[] {
  const asked: number[] = [];
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  // The message reaches from the start to the end.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(5_000);
  const { unmount } = render(<Messages onNearStart={() => void asked.push(screen.getByRole('log').scrollTop)} />);
  const box = screen.getByRole('log');
  positions.forEach((position, count) => {
    box.scrollTop = position;
    const event = new Event('scroll');
    Object.defineProperty(event, 'timeStamp', { value: 1_000 + count * 100 });
    fireEvent(box, event);
  });
  unmount();
  vi.restoreAllMocks();
  // The first is from before it scrolled: it begins at its start.
  return asked.slice(1);
}

it('older messages are asked for a second before the reader meets their end, whatever the speed', () => {
  expect(askedAt([3_000, 2_760, 2_520, 2_280, 2_040])).toEqual([2_280, 2_040]);
  expect(askedAt([3_000, 2_980, 2_960])).toEqual([]);
  expect(askedAt([420, 410, 399])).toEqual([399]);
  expect(askedAt([2_000, 2_900])).toEqual([]);
});
