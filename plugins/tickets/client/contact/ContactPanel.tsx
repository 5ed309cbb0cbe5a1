import { makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss20Regular, Edit20Regular } from '@fluentui/react-icons';
import { memo, useState } from 'react';
import { Contributed, Exposed, PartBoundary, usePoint, usePreload, useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import { contactForm } from '@balcao/contacts/contract';
import type { TicketView } from '../../contract.ts';
import { reloadTickets } from '../data/ticket-cache.ts';
import { drawerPanelPoint } from '../parts.ts';
import { askContactAgain, useContactDetails } from './contact-details.ts';
import { ContactFacts } from './ContactFacts.tsx';
import { ContactPicture } from './ContactPicture.tsx';
import { EarlierTickets } from './earlier/EarlierTickets.tsx';
import { ExtraInfo } from './extra/ExtraInfo.tsx';
import { Gallery } from './gallery/Gallery.tsx';
import { Notes } from './notes/Notes.tsx';
import { PanelSection } from './PanelSection.tsx';
import { TicketLog } from './TicketLog.tsx';
import { useSectionsLoaded } from './useSectionsLoaded.ts';

const useStyles = makeStyles({
  panel: {
    display: 'flex',
    flexDirection: 'column',
    width: '100%',
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
  body: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    paddingBottom: 'env(safe-area-inset-bottom)',
  },
  unsettled: { visibility: 'hidden' },
  who: { display: 'flex', alignItems: 'center', gap: '12px', padding: '12px 16px 8px' },
  name: {
    margin: 0,
    minWidth: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
});

/**
 * The contact and everything else known about it; sections of plugins come first, because they are what the work is
 * about.
 */
export const ContactPanel = memo(function ContactPanel({ ticket, onClose }: { ticket: TicketView; onClose(): void }) {
  const styles = useStyles();
  const t = useT();
  const panels = usePoint(drawerPanelPoint).filter(({ accepts }) => accepts?.(ticket) ?? true);
  const [isEditing, setEditing] = useState(false);
  const contact = useContactDetails(ticket);
  const isSettled = useSectionsLoaded();
  usePreload(contactForm);
  return (
    <aside className={styles.panel} aria-label={t('contact.title')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('contact.title')}</h2>
        <IconButton icon={<Edit20Regular />} label={t('contact.edit')} onClick={() => setEditing(true)} />
        <IconButton icon={<Dismiss20Regular />} label={t('contact.hide')} onClick={onClose} />
      </div>
      <div className={styles.body}>
        <div className={styles.who}>
          <ContactPicture ticket={ticket} contact={contact} />
          <h3 className={styles.name}>{contact.name}</h3>
        </div>
        <ContactFacts ticket={ticket} contact={contact} onEdit={() => setEditing(true)} />
        <div className={isSettled ? undefined : styles.unsettled}>
          {panels.map((item) => (
            <Contributed key={`${item.plugin}/${item.id}`} item={item}>
              <PanelSection name={`${item.plugin}/${item.id}`} label={item.label} height={item.height}>
                <PartBoundary>
                  <item.component ticket={ticket} />
                </PartBoundary>
              </PanelSection>
            </Contributed>
          ))}
          <Notes ticket={ticket} />
          <ExtraInfo contact={contact} />
          <EarlierTickets ticket={ticket} />
          <Gallery ticket={ticket} />
          <PanelSection name="log" label="log.title">
            <TicketLog ticket={ticket} />
          </PanelSection>
        </div>
      </div>
      {isEditing && (
        <Exposed
          of={contactForm}
          props={{
            contactId: ticket.contactId,
            onClose: () => setEditing(false),
            onSaved: ({ id }) => {
              void askContactAgain(id);
              reloadTickets();
            },
          }}
        />
      )}
    </aside>
  );
});
