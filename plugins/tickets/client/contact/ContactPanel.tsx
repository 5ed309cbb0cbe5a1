import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss20Regular, Edit20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, Contributed, mediaUrl, useFormat, usePoint, useT } from '@balcao/sdk/client';
import { Avatar, IconButton } from '@balcao/sdk/ui';
import type { TicketView } from '../../contract.ts';
import { drawerPanelPoint } from '../parts.ts';
import { EditContactDialog } from './EditContactDialog.tsx';
import { PanelSection } from './PanelSection.tsx';
import { TicketLog } from './TicketLog.tsx';

export interface ContactDetails {
  id: number;
  name: string;
  number: string;
  email: string;
  profilePicUrl: string | null;
  origin?: string | null;
}

const useStyles = makeStyles({
  panel: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '2px',
    height: '55px',
    flexShrink: 0,
    padding: '0 8px 0 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  title: {
    margin: 0,
    flexGrow: 1,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  body: { flexGrow: 1, minHeight: 0, overflowY: 'auto', overscrollBehavior: 'contain' },
  who: { display: 'flex', alignItems: 'center', gap: '12px', padding: '12px 16px 8px' },
  name: {
    margin: 0,
    minWidth: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  facts: {
    display: 'grid',
    gridTemplateColumns: '88px minmax(0, 1fr)',
    margin: 0,
    padding: '0 16px 8px',
    '& > dt, & > dd': { margin: 0, minHeight: '28px', paddingBlock: '4px' },
    '& > dt': { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  },
  value: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  mail: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  missing: {
    color: tokens.colorNeutralForeground3,
    padding: 0,
    minWidth: 0,
    height: '20px',
    fontWeight: tokens.fontWeightRegular,
  },
});

/** Who this is, and what else is known: what plugins add stands below. */
export function ContactPanel({ ticket, onClose }: { ticket: TicketView; onClose(): void }) {
  const styles = useStyles();
  const t = useT();
  const format = useFormat();
  const panels = usePoint(drawerPanelPoint);
  const [isEditing, setEditing] = useState(false);
  const details = useQuery({
    queryKey: ['tickets', 'contact', ticket.contactId],
    queryFn: ({ signal }) => api.get<ContactDetails>(`/contacts/${ticket.contactId}`, {}, { signal }),
    placeholderData: () => ticket.contact,
    staleTime: 30_000,
  }).data;
  const contact = details ?? ticket.contact;
  const origin = details?.origin;
  return (
    <aside className={styles.panel} aria-label={t('contact.title')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('contact.title')}</h2>
        <IconButton icon={<Edit20Regular />} label={t('contact.edit')} onClick={() => setEditing(true)} />
        <IconButton icon={<Dismiss20Regular />} label={t('contact.hide')} onClick={onClose} />
      </div>
      <div className={styles.body}>
        <div className={styles.who}>
          <Avatar
            name={contact.name}
            picture={contact.profilePicUrl && mediaUrl(contact.profilePicUrl)}
            square={ticket.isGroup}
            channel={ticket.channel}
            size={44}
            decorative
          />
          <h3 className={styles.name}>{contact.name}</h3>
        </div>
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
              <Button appearance="transparent" size="small" className={styles.missing} onClick={() => setEditing(true)}>
                {t('contact.addEmail')}
              </Button>
            )}
          </dd>
          <dt>{t('contact.connection')}</dt>
          <dd className={styles.value} title={ticket.whatsapp.name}>
            {ticket.whatsapp.name}
          </dd>
          {origin && (
            <>
              <dt>{t('contact.origin')}</dt>
              <dd className={styles.value}>{origin}</dd>
            </>
          )}
        </dl>
        {panels.map((item) => (
          <Contributed key={`${item.plugin}/${item.id}`} item={item}>
            <PanelSection label={item.label}>
              <item.component ticket={ticket} />
            </PanelSection>
          </Contributed>
        ))}
        <PanelSection label="log.title">
          <TicketLog ticket={ticket} />
        </PanelSection>
      </div>
      {isEditing && <EditContactDialog contact={{ ...ticket.contact, ...contact }} onClose={() => setEditing(false)} />}
    </aside>
  );
}
