import { Button } from '@fluentui/react-components';
import { ChatMultiple20Regular } from '@fluentui/react-icons';
import { PartBoundary, lazyPart, useT } from '@balcao/sdk/client';
import type { OutsideWindowPartProps } from '@balcao/tickets/contract';
import { useState } from 'react';

const TemplateDialog = lazyPart(() => import('./TemplateDialog.tsx'));

/** The composer’s button after 24 hours, when WhatsApp accepts templates only. */
export default function TemplateButton({ ticket, sent }: OutsideWindowPartProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button appearance="primary" icon={<ChatMultiple20Regular />} onClick={() => setOpen(true)}>
        {t('composer.choose')}
      </Button>
      {isOpen && (
        <PartBoundary>
          <TemplateDialog
            ticket={ticket}
            onClose={() => setOpen(false)}
            onSent={() => {
              setOpen(false);
              sent();
            }}
          />
        </PartBoundary>
      )}
    </>
  );
}
