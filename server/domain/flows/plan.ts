import { FLOW_STEPS_MAX } from '../../../contract/facts/flows.ts';
import type { Input } from '../../../flows/decide.ts';
import { nodeAt } from '../../../flows/exits.ts';
import type { Effect, Outside, Run, Step } from '../../../flows/run.ts';
import { runner } from '../../../flows/run.ts';
import type { Values } from '../../../flows/values.ts';
import type { Id } from '../../db/tables.ts';
import { folded } from './fold.ts';
import type { FlowPlace, RunState, RunStatus, RunStep, StepCause } from './fold.ts';
import type { Playable } from './playable.ts';

/** What is done for a step, with the flow whose step it is. */
export type Planned = { effect: Effect; playable: Playable };

/** What comes of something that happened to a run: its steps, what is to be done for them in order, and the run then. */
export type Plan = { steps: readonly RunStep[]; effects: readonly Planned[]; state: RunState };

export type Planning = {
  cause: StepCause;
  outside: (playable: Playable) => Promise<Outside>;
  /** A flow's version, or the published one. */
  find: (flowId: Id, wanted: number | 'published') => Promise<Playable | undefined>;
  /** When a wait is over. */
  endOf: (lasts: Extract<Effect, { of: 'wait' }>['lasts']) => Date;
};

/** A conversation comes into a flow, with values for some of its variables. */
export async function planBegin(playable: Playable, planning: Planning, values: Values = {}): Promise<Plan> {
  const going = new Going(null, planning);
  going.enter('begin', playable);
  return going.finish(playable, playable.runner.begin(await planning.outside(playable), values));
}

/** Something happens to a run; undefined if that changes nothing. */
export async function planInput(state: RunState, input: Input, planning: Planning): Promise<Plan | undefined> {
  const playable = await planning.find(state.flowId, state.number);
  if (playable === undefined) return undefined;
  const going = new Going(state, planning);
  const step = playable.runner.take(
    { ...runOf(state), steps: state.automatic, waits: state.waits },
    input,
    await planning.outside(playable),
  );
  if (step.taken.length === 0 && step.run.status === 'waits') return undefined;
  return going.finish(playable, step);
}

/** Resumes a stopped run at the step where it was, which is entered again. */
export async function planResume(state: RunState, planning: Planning): Promise<Plan | undefined> {
  const playable = await planning.find(state.flowId, state.number);
  if (playable === undefined) return undefined;
  const going = new Going(state, planning);
  going.resume(playable);
  const outside = await planning.outside(playable);
  const known = { ...outside.known, ...state.values };
  // The flow from this step on, with the values that it has.
  const step = runner({ ...playable.flow, start: state.node }).begin({ ...outside, known });
  const values = { ...state.values, ...step.run.values };
  return going.finish(playable, { ...step, run: { ...step.run, values } });
}

/** A run ends where it is. */
export function endOf(state: RunState, status: RunStatus, cause: StepCause): RunStep {
  const { seq, flowId, number, node, tries } = state;
  const at = { seq: seq + 1, cause, flowId, number, node, tries, status };
  return { ...at, kind: 'end', fromNode: null, exit: null, saved: {}, dueAt: null };
}

function runOf({ node, tries, values }: FlowPlace): Run {
  return { node, tries, values, status: 'waits' };
}

/** Collects steps while a run goes on by itself, through the flows that call each other. */
class Going {
  readonly #planning: Planning;
  readonly #steps: RunStep[] = [];
  readonly #effects: Planned[] = [];
  #state: RunState | null;
  /** Flows that it came into: those that begin with another one take no exits. */
  #entered = 0;

  constructor(state: RunState | null, planning: Planning) {
    this.#state = state;
    this.#planning = planning;
  }

  enter(kind: 'begin' | 'call' | 'goto', { flowId, number, flow }: Playable): void {
    this.#entered += 1;
    this.#add({ kind, flowId, number, node: flow.start, tries: 0 });
  }

  get #isTooLong(): boolean {
    return (this.#state?.automatic ?? 0) > FLOW_STEPS_MAX || this.#entered > FLOW_STEPS_MAX;
  }

  resume({ flowId, number }: Playable): void {
    const node = this.#state?.node ?? '';
    this.#add({ kind: 'resume', flowId, number, node, tries: 0 });
  }

  async finish(first: Playable, begun: Step): Promise<Plan> {
    const { find, outside } = this.#planning;
    let playable = first;
    let step = begun;
    for (;;) {
      this.#absorb(playable, step);
      const called = this.#isTooLong ? undefined : this.#calledBy(playable, step);
      if (called !== undefined) {
        const next = await find(called.flowId, 'published');
        if (next === undefined) return this.#end('stuck');
        this.enter(called.of, next);
        playable = next;
        step = next.runner.begin(await outside(next));
        continue;
      }
      const caller = this.#state?.callers.at(-1);
      const isBack = step.run.status === 'ended' && !step.effects.some(({ of }) => of === 'finish');
      if (isBack && caller !== undefined && !this.#isTooLong) {
        const before = await find(caller.flowId, caller.number);
        if (before === undefined) return this.#end('stuck');
        const { flowId, number, node, tries } = caller;
        this.#add({ kind: 'return', flowId, number, node, tries });
        playable = before;
        step = before.runner.take(runOf(caller), { of: 'done' }, await outside(before));
        continue;
      }
      return this.#end(this.#isTooLong ? 'stuck' : statusOf(step.run));
    }
  }

  /** The flow that a call or a jump enters. */
  #calledBy({ flow }: Playable, { run, effects }: Step): { of: 'call' | 'goto'; flowId: Id } | undefined {
    const isAway = run.status === 'left' || (run.status === 'waits' && nodeAt(flow, run.node)?.kind === 'call');
    const effect = isAway ? effects.findLast(({ of }) => of === 'call' || of === 'goto') : undefined;
    return effect?.of === 'call' || effect?.of === 'goto' ? { of: effect.of, flowId: effect.flowId } : undefined;
  }

  #absorb(playable: Playable, { run, effects, taken }: Step): void {
    const { flowId, number } = playable;
    for (const [at, { node: fromNode, exit }] of taken.entries()) {
      const next = taken[at + 1];
      const [node, tries] = next === undefined ? [run.node, run.tries] : [next.node, 0];
      this.#add({ kind: 'exit', flowId, number, node, tries }, { fromNode, exit });
    }
    for (const effect of effects) this.#effects.push({ effect, playable });
    const last = this.#steps.at(-1);
    const saved = changedIn(this.#state?.values ?? {}, run.values);
    if (last !== undefined && Object.keys(saved).length > 0) this.#again({ ...last, saved });
  }

  #add(
    step: Pick<RunStep, 'kind' | 'flowId' | 'number' | 'node' | 'tries'>,
    { fromNode, exit }: { fromNode: string | null; exit: string | null } = { fromNode: null, exit: null },
  ): void {
    const { cause } = this.#planning;
    const seq = (this.#state?.seq ?? 0) + 1;
    const full: RunStep = { ...step, seq, cause, fromNode, exit, saved: {}, status: 'running', dueAt: null };
    this.#steps.push(full);
    this.#state = folded(this.#state, full);
  }

  /** The last step, completed: what it adds to the run is no more than values, a status and a time. */
  #again(step: RunStep): void {
    this.#steps[this.#steps.length - 1] = step;
    if (this.#state === null) return;
    const values = { ...this.#state.values, ...step.saved };
    this.#state = { ...this.#state, values, status: step.status, dueAt: step.dueAt };
  }

  #end(status: RunStatus): Plan {
    if (this.#steps.length === 0 && this.#state !== null) {
      const ending = endOf(this.#state, status, this.#planning.cause);
      this.#steps.push(ending);
      this.#state = folded(this.#state, ending);
    }
    const last = this.#steps.at(-1);
    const wait = this.#effects.at(-1)?.effect;
    const dueAt = status === 'running' && wait?.of === 'wait' ? this.#planning.endOf(wait.lasts) : null;
    if (last !== undefined) this.#again({ ...last, status, dueAt });
    if (this.#state === null) throw new Error('A run without a step');
    return { steps: this.#steps, effects: this.#effects, state: this.#state };
  }
}

function statusOf({ status }: Run): RunStatus {
  switch (status) {
    case 'waits':
      return 'running';
    case 'ended':
      return 'ended';
    case 'handedOff':
      return 'handed_off';
    case 'left':
    case 'stuck':
      return 'stuck';
  }
}

function changedIn(before: Values, after: Values): Values {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name] !== value));
}
