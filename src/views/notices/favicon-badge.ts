import { useEffect } from 'react';

const SIZE = 64;

/** Draws the number of unread conversations into the tab's icon; the plain icon for none. */
export function useFaviconBadge(count: number): void {
  // Drawing and encoding takes long, so it is only done when what stands there changes.
  const number = count > 9 ? '9+' : String(count);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link === null || number === '0') return undefined;
    const plain = link.href;
    let isCurrent = true;
    void drawn(plain, number).then((badged) => {
      if (isCurrent && badged !== null) link.href = badged;
    });
    return () => {
      isCurrent = false;
      link.href = plain;
    };
  }, [number]);
}

/** Null where the icon doesn't load, or can't be drawn on. */
async function drawn(icon: string, number: string): Promise<string | null> {
  const image = new Image(SIZE, SIZE);
  image.src = icon;
  try {
    await image.decode();
  } catch {
    return null;
  }
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.drawImage(image, 0, 0, SIZE, SIZE);
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--attention');
  context.beginPath();
  context.arc(42, 22, 22, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--on-attention');
  context.font = `bold ${number.length > 1 ? 27 : 34}px sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(number, 42, 24);
  return canvas.toDataURL('image/png');
}
