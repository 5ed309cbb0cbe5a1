import { useState } from 'react';
import type { ContactFormProps } from '../../contract.ts';
import { ContactDialog } from '../ContactDialog.tsx';
import { OpenedContact } from '../OpenedContact.tsx';

/** The contact form for other plugins’ pages. */
export default function ContactForm({ contactId, onClose, onSaved }: ContactFormProps) {
  const [id, setId] = useState(contactId);
  const rest = { onClose, onSaved, onOpen: setId };
  return id === undefined ? <ContactDialog {...rest} /> : <OpenedContact id={id} {...rest} />;
}
