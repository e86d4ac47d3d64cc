import { expect, it, vi } from 'vitest';
import { menu } from '../../flows/templates/menu.ts';
import { createFlowChecker } from '../../src/adapters/administration/flow-checker.ts';

/** Workers that never answer by themselves. */
class Silent extends EventTarget {
  static readonly made: Silent[] = [];
  readonly asked: unknown[] = [];
  constructor() {
    super();
    Silent.made.push(this);
  }
  postMessage(question: unknown): void {
    this.asked.push(question);
  }
  terminate(): void {
    this.asked.length = 0;
  }
}

it('a check takes too long -> it alone is given up, and the one behind it is asked again', async () => {
  vi.stubGlobal('Worker', Silent);
  const late: (() => void)[] = [];
  const checker = createFlowChecker((_ms, run) => {
    late.push(run);
    return () => undefined;
  });
  const [first, second] = [checker({ flow: menu(), id: '1' }), checker({ flow: menu(), id: '2' })];
  late[0]?.();
  expect(await first).toBeNull();
  const [, fresh] = Silent.made;
  expect(fresh?.asked).toEqual([{ number: 2, asked: { flow: menu(), id: '2' } }]);
  fresh?.dispatchEvent(new MessageEvent('message', { data: { number: 2, answered: 'proof' } }));
  expect(await second).toBe('proof');
});
