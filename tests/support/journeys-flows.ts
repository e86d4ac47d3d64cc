import type { Flow } from '../../contract/flows/flow.ts';
import { newFlow, publishFlow } from '../../contract/graphql/flows.ts';
import { callGraphql } from './attendance.ts';
import type { EmulatorClient } from './emulator.ts';
import { expectEventually } from './expect-eventually.ts';
import type { OfficeWorld } from './office-world.ts';
import { DEMO_PASSWORD, tokenOf } from './server.ts';

/* What the journeys of flows have in common. */

const TENANT = 'aurora';
const ANA = 'ana@aurora.example';

/** A drawn flow of Ana's company, published unless it's to stay a draft; its id. */
export async function drawn({ url }: OfficeWorld, name: string, flow: Flow, isPublished = true): Promise<string> {
  const who = { tenant: TENANT, token: await tokenOf(url, ANA, DEMO_PASSWORD) };
  const form = { name, kind: flow.kind, flow: JSON.stringify(flow), places: '{}' };
  const { id, version } = (await callGraphql(url, who, newFlow, form)).newFlow;
  if (!isPublished) return id;
  const { publishFlow: done } = await callGraphql(url, who, publishFlow, { id, version });
  if (!done.is_published) throw new Error(done.findings);
  return id;
}

/** Waits until these are all the texts that a customer's phone got, or their parts. */
export async function seesOnPhone(provider: EmulatorClient, phone: string, parts: readonly string[]): Promise<void> {
  await expectEventually(async () => {
    const texts = (await provider.received(phone)).map(({ text }) => text);
    return texts.length === parts.length && parts.every((part, at) => texts[at]?.includes(part)) ? parts : texts;
  }).toEqual(parts);
}
