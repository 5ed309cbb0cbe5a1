import { Clock20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { IconButton } from '@balcao/sdk/ui';
import type { ComposerPartProps } from '@balcao/tickets/contract';

/** Schedules the text: for whom, the text, and whether it is an internal note. */
export default function Schedule({ ticket, isNote, text, clear }: ComposerPartProps) {
  const [kept, setKept] = useState('');
  return (
    <IconButton
      icon={<Clock20Regular />}
      label="Agendar mensagem"
      title={kept}
      onClick={() => {
        setKept(`${ticket.contact.name}: ${text()}${isNote ? ' (nota)' : ''}`);
        clear();
      }}
    />
  );
}
