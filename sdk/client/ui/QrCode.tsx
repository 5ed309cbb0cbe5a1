import { Suspense } from 'react';
import { lazyPart } from '../index.ts';

export interface QrCodeProps {
  /** The encoded text: at most about 2,300 bytes. */
  text: string;
  /** Name of the code for screen readers. */
  label: string;
  /** In px; it shrinks if there is less room. */
  size: number;
}

const Drawing = lazyPart<QrCodeProps>(() => import('./qr/QrDrawing.tsx'));

/**
 * A QR code, dark on white in both themes. The drawing code is loaded when the first one is shown; its space is
 * reserved meanwhile.
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
