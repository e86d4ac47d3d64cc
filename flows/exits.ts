import type { Flow, FlowNode } from '../contract/flows/flow.ts';

/** A record's own entry: its names are people's, and `constructor` is one that each object has anyway. */
export function own<Of>(record: Readonly<Record<string, Of>>, name: string): Of | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

export function nodeAt({ nodes }: Pick<Flow, 'nodes'>, id: string): FlowNode | undefined {
  return own(nodes, id);
}

/** The exits of a step, in the order in which they are shown. */
export function exitsOf(node: FlowNode): readonly string[] {
  switch (node.kind) {
    case 'say':
      return ['next', 'failed'];
    case 'ask':
      return [...answersOf(node), ...(node.expects === 'media' ? ['other'] : ['other', 'media']), 'timeout'];
    case 'branch':
      return [...node.cases.map(({ id }) => id), 'else'];
    case 'hours':
      return ['open', 'closed'];
    case 'request':
      return ['ok', 'failed'];
    case 'pause':
      return ['next', 'message'];
    case 'set':
    case 'call':
      return ['next'];
    case 'goto':
    case 'handoff':
    case 'end':
      return [];
  }
}

/** The steps that a step's exits lead to, whether or not there are such; without what an earlier drawing of it left. */
export function nextOf(node: FlowNode): string[] {
  return exitsOf(node).flatMap((exit) => own(node.exits, exit) ?? []);
}

/** The exits of a question that was answered. */
export function answersOf({ expects, options }: Extract<FlowNode, { kind: 'ask' }>): readonly string[] {
  return expects === 'options' ? options.map(({ id }) => id) : ['answer'];
}

/**
 * What has to happen for an exit to be taken. `itself`: nothing, the flow goes on by itself. `unsent`: a question can't be sent, and its
 * time is over at once. `silence`: time, without a message. `nonsense`: a message that is no answer, such as a photo or "asdf".
 * `answer`: one that is.
 */
export type Cause = 'itself' | 'unsent' | 'silence' | 'nonsense' | 'answer';

/** Of an exit that is taken as it is meant to be. */
export function causeOf(node: FlowNode, exit: string): Cause {
  if (node.kind === 'pause') return exit === 'next' ? 'silence' : 'nonsense';
  if (node.kind !== 'ask') return 'itself';
  if (exit === 'timeout') return 'silence';
  if (exit === 'other' || exit === 'media') return 'nonsense';
  // To whoever asks for a text, everything is one; and photos are what is sent as a file.
  return node.expects === 'text' || node.expects === 'media' ? 'nonsense' : 'answer';
}

/** Whether the customer has written. */
export function isWritten(cause: Cause): boolean {
  return cause === 'nonsense' || cause === 'answer';
}

/** Whether the flow ends with the step, as far as this flow is concerned. */
export function isLast({ kind }: FlowNode): boolean {
  return kind === 'goto' || kind === 'handoff' || kind === 'end';
}
