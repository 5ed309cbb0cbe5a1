const code = /^[A-Za-z0-9_-]{6,20}$/;
const hosts: ReadonlySet<string> = new Set(['youtube.com', 'youtube-nocookie.com', 'music.youtube.com', 'youtu.be']);

/**
 * Returns the code of a YouTube video, from the code itself or from any address that YouTube uses; undefined for
 * anything else. Show it with `VideoFrame` of the UI kit.
 * @example
 * youtubeCode('https://youtu.be/dQw4w9WgXcQ?t=12') // 'dQw4w9WgXcQ'
 */
export const youtubeCode = (text: string): string | undefined => {
  const typed = text.trim();
  if (code.test(typed)) return typed;
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return undefined;
  const { hostname, pathname, searchParams } = new URL(address);
  if (!hosts.has(hostname.replace(/^(www|m)\./, ''))) return undefined;
  const [, first = '', second = ''] = pathname.split('/');
  const found = hostname.endsWith('youtu.be') ? first : (searchParams.get('v') ?? second);
  return code.test(found) ? found : undefined;
};
