import { useMemo } from 'react';
import { create } from 'qrcode';

/** White modules around the code: with fewer, cameras miss it. */
const quietZone = 4;

/** Returns the runs of dark modules as one path: one rectangle per run keeps it small and without seams. */
function pathOf(text: string): { d: string; side: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  let d = '';
  for (let y = 0; y < modules.size; y += 1) {
    for (let x = 0; x < modules.size; x += 1) {
      if (!modules.get(y, x)) continue;
      const start = x;
      while (x + 1 < modules.size && modules.get(y, x + 1)) x += 1;
      d += `M${start + quietZone} ${y + quietZone}h${x - start + 1}v1h-${x - start + 1}z`;
    }
  }
  return { d, side: modules.size + quietZone * 2 };
}

/** Dark on white in both themes, because cameras read nothing else reliably. */
export default function QrDrawing({ text, label, size }: { text: string; label: string; size: number }) {
  const { d, side } = useMemo(() => pathOf(text), [text]);
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      style={{ display: 'block', maxWidth: '100%', height: 'auto' }}
    >
      <path fill="#ffffff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#180917" d={d} />
    </svg>
  );
}
