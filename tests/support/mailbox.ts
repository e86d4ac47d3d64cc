import { expectEventually } from './expect-eventually.ts';

/** The links to a page in the mails to somebody at the demo's mailbox, newest first. */
export async function mailedTokens(url: string, email: string, page: string): Promise<readonly string[]> {
  const box = await (await fetch(`${url}/emulator/mailbox`)).text();
  return box
    .split('<article')
    .filter((mail) => mail.includes(`<strong>${email}</strong>`))
    .flatMap((mail) => new RegExp(`/pages/${page}#token=([\\w.-]+)`, 'u').exec(mail)?.[1] ?? []);
}

/** Waits until there are so many; answers the newest. */
export async function nextMailedToken(url: string, email: string, page: string, count: number): Promise<string> {
  await expectEventually(async () => (await mailedTokens(url, email, page)).length).toBe(count);
  const [token = ''] = await mailedTokens(url, email, page);
  return token;
}
