import { Suspense } from 'react';
import { lazyPart } from '../index.ts';

export interface QrCodeProps {
  /** What a camera reads out of it: at most some 2,300 bytes. */
  text: string;
  /** What it is, for those who listen to the screen. */
  label: string;
  /** px; it shrinks where there is less room. */
  size: number;
}

const Drawing = lazyPart<QrCodeProps>(() => import('./qr/QrDrawing.tsx'));

/**
 * A text as something to scan, dark on white in both themes. What draws it is fetched when the first one is shown, and
 * its place is kept meanwhile.
 *
 *     <QrCode text={pix.code} label={t('pix.qr')} size={232} />
 */
export function QrCode(props: QrCodeProps) {
  const { size } = props;
  return (
    <Suspense
      fallback={
        <span style={{ display: 'block', width: size, maxWidth: '100%', aspectRatio: '1', background: '#ffffff' }} />
      }
    >
      <Drawing {...props} />
    </Suspense>
  );
}
