import { Clock20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { IconButton } from '@balcao/sdk/ui';
import type { ComposerPartProps } from '@balcao/tickets/contract';

/** Takes what is written for later: for whom, what, and whether it is a note. */
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
