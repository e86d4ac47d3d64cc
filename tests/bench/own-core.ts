import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { Browser } from 'playwright-core';

const last = availableParallelism() - 1;

/** Keeps this process, and those that it starts from now on, off the last core. Returns whether the system can. */
export function leaveLastCore(): boolean {
  return last > 0 && bind('-acp', `0-${last - 1}`, process.pid);
}

export function takeAllCores(): void {
  bind('-acp', `0-${last}`, process.pid);
}

/** Gives the last core to the main thread of the browser's page: compositor and raster stay with the others. */
export async function giveLastCore(browser: Browser): Promise<boolean> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  // An empty spare one stands ready beside it.
  const [page] = renderers.toSorted((one, other) => other.cpuTime - one.cpuTime);
  return page !== undefined && bind('-cp', String(last), page.id);
}

function bind(how: '-acp' | '-cp', cores: string, pid: number): boolean {
  return spawnSync('taskset', [how, cores, String(pid)]).status === 0;
}
