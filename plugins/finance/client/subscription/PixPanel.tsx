import { useEffect, useState } from 'react';
import { Button, Input, makeStyles, tokens } from '@fluentui/react-components';
import { Checkmark20Filled, CheckmarkCircle48Filled, Copy20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { api, useFormat, useRoom, useT } from '@balcao/sdk/client';
import { VisuallyHidden, QrCode, ext } from '@balcao/sdk/ui';
import { paymentRoom } from '../../contract.ts';
import { centsOf, noonOf } from '../plan.ts';
import type { Pix, Subscription } from './useSubscription.ts';

const copiedMs = 1000;
const redirectMs = 4000;

const useStyles = makeStyles({
  panel: { display: 'flex', flexDirection: 'column', alignItems: 'center', gap: '16px', textAlign: 'center' },
  total: { display: 'flex', alignItems: 'baseline', gap: '12px' },
  label: { color: tokens.colorNeutralForeground3, fontWeight: tokens.fontWeightSemibold },
  amount: {
    fontSize: tokens.fontSizeHero700,
    lineHeight: tokens.lineHeightHero700,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  code: {
    padding: '8px',
    borderRadius: '10px',
    backgroundColor: '#ffffff',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  line: { display: 'flex', gap: '8px', width: '100%', maxWidth: '440px', flexWrap: 'wrap' },
  field: { flexGrow: 1, minWidth: '160px' },
  copy: { '@media (max-width: 599px)': { flexGrow: 1 } },
  text: { margin: 0, maxWidth: '440px', textWrap: 'pretty' },
  quiet: { margin: 0, maxWidth: '440px', color: tokens.colorNeutralForeground3, textWrap: 'pretty' },
  done: { display: 'flex', color: ext.ok },
  renewed: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
});

/** Returns the end of the licence once this invoice is paid; null while it is not. */
const renewedUntil = async (invoiceId: number, signal: AbortSignal): Promise<string | null> => {
  const { status } = await api.get<{ status: string }>(`/invoices/${invoiceId}`, {}, { signal });
  return status === 'paid' ? (await api.get<Subscription>('/subscription', {}, { signal })).dueDate : null;
};

interface Paid {
  action: string;
  invoiceId: number;
  dueDate: string;
}

/** A Pix code to scan or paste, which shows the payment when it arrives, and then leads back to work. */
export function PixPanel({ pix }: { pix: Pix }) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const navigate = useNavigate();
  const [copied, setCopied] = useState(false);
  const [notifiedUntil, setNotifiedUntil] = useState<string>();
  const queryKey = ['finance', 'renewed', pix.invoiceId];
  const { data: fetchedUntil } = useQuery({
    queryKey,
    queryFn: ({ signal }) => renewedUntil(pix.invoiceId, signal),
    staleTime: 0,
  });
  const code = pix.qrcode.qrcode;

  useRoom(
    paymentRoom,
    {},
    {
      payment: (payment: Paid) => {
        if (payment.action === 'CONCLUIDA' && payment.invoiceId === pix.invoiceId) setNotifiedUntil(payment.dueDate);
      },
    },
    // A person who pays in the bank’s app on the same phone leaves this page for a while, and live updates are missed.
    { queryKeys: [queryKey] },
  );
  const until = notifiedUntil ?? fetchedUntil ?? undefined;
  const renewed = until && t('pix.renewed', { date: format.date(noonOf(until)) });
  useEffect(() => {
    if (renewed === undefined) return undefined;
    const timer = window.setTimeout(() => void navigate('/'), redirectMs);
    return () => window.clearTimeout(timer);
  }, [renewed, navigate]);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = window.setTimeout(() => setCopied(false), copiedMs);
    return () => window.clearTimeout(timer);
  }, [copied]);

  if (renewed !== undefined) {
    return (
      <div className={styles.panel} role="status">
        <span className={styles.done}>
          <CheckmarkCircle48Filled aria-hidden="true" />
        </span>
        <p className={styles.renewed}>{renewed}</p>
      </div>
    );
  }
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
    } catch {
      // The clipboard is not available: the field beside it shows the code.
    }
  };
  return (
    <div className={styles.panel}>
      <div className={styles.total}>
        <span className={styles.label}>{t('checkout.total')}</span>
        <span className={styles.amount}>{format.money(centsOf(pix.valor.original))}</span>
      </div>
      <div className={styles.code}>
        <QrCode text={code} label={t('pix.qr')} size={232} />
      </div>
      <p className={styles.text}>{t('pix.text')}</p>
      <div className={styles.line}>
        <Input
          className={styles.field}
          readOnly
          value={code}
          aria-label={t('pix.code')}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          className={styles.copy}
          appearance="primary"
          icon={copied ? <Checkmark20Filled /> : <Copy20Regular />}
          onClick={() => void copy()}
        >
          {t(copied ? 'pix.copied' : 'pix.copy')}
        </Button>
        <VisuallyHidden live="polite">{copied ? t('pix.copied') : ''}</VisuallyHidden>
      </div>
      <p className={styles.quiet}>{t(pix.isManual ? 'pix.manual' : 'pix.automatic')}</p>
    </div>
  );
}
