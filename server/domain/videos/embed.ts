import { VIDEO_ORIGINS } from '../../../contract/rest/training-videos.ts';

const [YOUTUBE, VIMEO] = VIDEO_ORIGINS;
const YOUTUBE_HOSTS: ReadonlySet<string> = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'www.youtube-nocookie.com',
]);

/** The URL to embed a video: YouTube's without cookies, or Vimeo's; null for others. */
export function embedUrlOf(address: string): string | null {
  const { hostname, pathname, searchParams } = new URL(address);
  if (YOUTUBE_HOSTS.has(hostname)) {
    const id = searchParams.get('v') ?? /^\/(?:embed|shorts|live)\/([^/]+)/.exec(pathname)?.[1];
    return youtube(id);
  }
  if (hostname === 'youtu.be') return youtube(pathname.slice(1));
  if (hostname === 'vimeo.com' || hostname === 'player.vimeo.com') {
    const id = /^\/(?:video\/)?(\d{1,15})(?:\/|$)/.exec(pathname)?.[1];
    return id === undefined ? null : `${VIMEO}/video/${id}`;
  }
  return null;
}

function youtube(id: string | undefined): string | null {
  return id !== undefined && /^[\w-]{6,20}$/.test(id) ? `${YOUTUBE}/embed/${id}` : null;
}
