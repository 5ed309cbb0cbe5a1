import { useState } from 'react';
import type { ContactFormProps } from '../../contract.ts';
import { ContactDialog } from '../ContactDialog.tsx';
import { OpenedContact } from '../OpenedContact.tsx';

/** The form of the page of contacts, wherever else a contact is written down or mended. */
export default function ContactForm({ contactId, onClose, onSaved }: ContactFormProps) {
  const [id, setId] = useState(contactId);
  const rest = { onClose, onSaved, onOpen: setId };
  return id === undefined ? <ContactDialog {...rest} /> : <OpenedContact id={id} {...rest} />;
}
