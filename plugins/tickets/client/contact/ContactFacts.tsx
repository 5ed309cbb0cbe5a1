import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import type { ContactDetails } from './contact-details.ts';
import { OriginSelect } from './OriginSelect.tsx';

const useStyles = makeStyles({
  facts: {
    display: 'grid',
    gridTemplateColumns: '88px minmax(0, 1fr)',
    margin: 0,
    padding: '0 16px 10px',
    '& > dt, & > dd': { margin: 0, minHeight: '28px', paddingBlock: '4px' },
    '& > dt': { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  },
  value: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  control: { display: 'flex', alignItems: 'center', padding: '2px 0 !important' },
  mail: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  missing: {
    color: tokens.colorNeutralForeground3,
    padding: 0,
    minWidth: 0,
    height: '20px',
    fontWeight: tokens.fontWeightRegular,
  },
});

export interface ContactFactsProps {
  ticket: TicketView;
  contact: ContactDetails;
  onEdit(): void;
}

/** The addresses of the contact, and its origin. */
export function ContactFacts({ ticket, contact, onEdit }: ContactFactsProps) {
  const styles = useStyles();
  const t = useT();
  const format = useFormat();
  return (
    <dl className={styles.facts}>
      {contact.number && (
        <>
          <dt>{t('contact.number')}</dt>
          <dd className={styles.value}>{format.phone(contact.number)}</dd>
        </>
      )}
      <dt>{t('contact.email')}</dt>
      <dd className={styles.value}>
        {contact.email ? (
          <Link className={styles.mail} href={`mailto:${contact.email}`} title={contact.email}>
            {contact.email}
          </Link>
        ) : (
          <Button appearance="transparent" size="small" className={styles.missing} onClick={onEdit}>
            {t('contact.addEmail')}
          </Button>
        )}
      </dd>
      <dt>{t('contact.connection')}</dt>
      <dd className={styles.value} title={ticket.whatsapp.name}>
        {ticket.whatsapp.name}
      </dd>
      <dt>{t('contact.origin')}</dt>
      <dd className={styles.control}>
        <OriginSelect contact={contact} />
      </dd>
    </dl>
  );
}
