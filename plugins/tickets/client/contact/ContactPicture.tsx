import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { mediaUrl, useT } from '@balcao/sdk/client';
import { Avatar } from '@balcao/sdk/ui';
import type { TicketView } from '../../contract.ts';
import type { ContactDetails } from './contact-details.ts';
import { Enlarged } from './Enlarged.tsx';

const useStyles = makeStyles({
  face: {
    display: 'flex',
    flexShrink: 0,
    padding: 0,
    border: 'none',
    borderRadius: '50%',
    backgroundColor: 'transparent',
    cursor: 'zoom-in',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  square: { borderRadius: tokens.borderRadiusLarge },
});

/** The contact's picture, which can be enlarged. */
export function ContactPicture({ ticket, contact }: { ticket: TicketView; contact: ContactDetails }) {
  const styles = useStyles();
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const { name } = contact;
  const address = contact.profilePicUrl && mediaUrl(contact.profilePicUrl);
  const face = (
    <Avatar name={name} picture={address} square={ticket.isGroup} channel={ticket.channel} size={44} decorative />
  );
  if (!address) return face;
  return (
    <>
      <button
        type="button"
        className={mergeClasses(styles.face, ticket.isGroup && styles.square)}
        aria-label={t('contact.seePicture', { name })}
        onClick={() => setOpen(true)}
      >
        {face}
      </button>
      {isOpen && (
        <Enlarged name={name} onClose={() => setOpen(false)}>
          <img src={address} alt={t('contact.picture', { name })} />
        </Enlarged>
      )}
    </>
  );
}
