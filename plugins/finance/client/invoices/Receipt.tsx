import { Button, makeStaticStyles, makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkCircle24Filled, Print20Regular } from '@fluentui/react-icons';
import { useFormat, useSession, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import { centsOf, noonOf } from '../plan.ts';
import type { WholeInvoice } from './useInvoices.ts';

/** Prints the receipt alone. */
const usePaperStyles = makeStaticStyles({
  '@media print': {
    'body *': { visibility: 'hidden' },
    '#receipt, #receipt *': { visibility: 'visible' },
    '#receipt': { position: 'fixed', top: 0, left: 0, width: '100%', border: 'none' },
  },
});
const useStyles = makeStyles({
  card: {
    padding: '24px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '10px',
    marginBottom: '16px',
  },
  head: { display: 'flex', alignItems: 'center', gap: '12px', marginBottom: '20px' },
  tick: { display: 'flex', color: ext.ok },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  amount: {
    marginLeft: 'auto',
    fontSize: tokens.fontSizeBase500,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
  facts: { margin: 0, display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '8px 24px' },
  term: { color: tokens.colorNeutralForeground3 },
  value: { margin: 0, textAlign: 'right', overflowWrap: 'anywhere' },
});

/** The receipt of a payment, to be stored or printed. */
export function Receipt({ invoice }: { invoice: WholeInvoice }) {
  const t = useT();
  usePaperStyles();
  const styles = useStyles();
  const format = useFormat();
  const { company } = useSession();
  const { id, description, value, dueDate, receipt } = invoice;
  const facts: [string, string][] = [
    [t('waiting.company'), company.name],
    [t('invoices.details'), description],
    [t('mail.dueDate'), format.date(noonOf(dueDate))],
    ...(receipt
      ? ([
          [t('receipt.paidAt'), format.dateTime(receipt.paidAt)],
          [t('receipt.payment'), 'Pix'],
          [t('receipt.reference'), receipt.reference],
          [t('receipt.payer'), receipt.payer],
          ...(receipt.taxNumber ? [[t('receipt.taxNumber'), receipt.taxNumber]] : []),
        ] as [string, string][])
      : []),
  ];
  return (
    <>
      <section id="receipt" className={styles.card} aria-labelledby="receipt-title">
        <div className={styles.head}>
          <span className={styles.tick}>
            <CheckmarkCircle24Filled aria-hidden="true" />
          </span>
          <h2 id="receipt-title" className={styles.title}>
            {t('receipt.number', { id })}
          </h2>
          <span className={styles.amount}>{format.money(centsOf(value))}</span>
        </div>
        <dl className={styles.facts}>
          {facts.map(([term, text]) => (
            <div key={term} style={{ display: 'contents' }}>
              <dt className={styles.term}>{term}</dt>
              <dd className={styles.value}>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <Button icon={<Print20Regular />} onClick={() => window.print()}>
        {t('receipt.print')}
      </Button>
    </>
  );
}
