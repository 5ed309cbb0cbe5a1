import { makeStyles, tokens } from '@fluentui/react-components';
import { BoxCheckmark20Regular } from '@fluentui/react-icons';
import { useFormat, useT } from '@balcao/sdk/client';
import type { MessageView } from '@balcao/tickets/contract';
import type { Receipt } from '../contract.ts';

const useStyles = makeStyles({
  all: { display: 'grid', gap: '2px', padding: '8px 10px 0', minWidth: '200px' },
  title: { display: 'flex', gap: '6px', alignItems: 'center', fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

export default function ReceiptBubble({ message }: { message: MessageView }) {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const { code, item, receivedBy, deliveredAt } = message.dataJson as unknown as Receipt;
  return (
    <section className={styles.all} aria-label={t('receipt.title', { code })}>
      <span className={styles.title}>
        <BoxCheckmark20Regular aria-hidden />
        {t('receipt.title', { code })}
      </span>
      <span>{item}</span>
      <span className={styles.quiet}>
        {t('receipt.received', { name: receivedBy, when: format.dateTime(deliveredAt) })}
      </span>
    </section>
  );
}
