import { useState } from 'react';
import { Input, Popover, PopoverSurface, PopoverTrigger, makeStyles, tokens } from '@fluentui/react-components';
import { Flash20Regular, Search20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import type { ComposerPartProps } from '@balcao/tickets/contract';
import { Replies } from './Replies.tsx';
import { useReplyChoice } from './useReplyChoice.ts';

type RepliesButtonProps = Pick<ComposerPartProps, 'ticket' | 'isNote' | 'insert'>;

const useStyles = makeStyles({
  surface: { padding: 0, width: 'min(680px, calc(100vw - 16px))', overflow: 'hidden' },
  search: { padding: '8px', borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  input: { width: '100%' },
});

function ReplyChoiceInput({ ticket, isNote, insert, onDone }: RepliesButtonProps & { onDone(): void }) {
  const t = useT();
  const styles = useStyles();
  const [term, setTerm] = useState('');
  const choice = useReplyChoice({
    ticket,
    isNote,
    term,
    onText: (text) => {
      onDone();
      insert(text);
    },
    onSent: onDone,
  });
  return (
    <>
      <div className={styles.search}>
        <Input
          className={styles.input}
          appearance="filled-darker"
          contentBefore={<Search20Regular aria-hidden="true" />}
          placeholder={t('composer.search')}
          aria-label={t('composer.search')}
          role="combobox"
          aria-expanded={choice.selected !== undefined}
          aria-controls={choice.selected && choice.listId}
          aria-activedescendant={choice.selected && choice.optionId(choice.selected.id)}
          aria-autocomplete="list"
          autoComplete="off"
          autoFocus
          value={term}
          onChange={(_, { value }) => setTerm(value)}
          onKeyDown={(event) => {
            // Tab moves to the preview here; it chooses only in the slash menu.
            if (event.nativeEvent.isComposing || event.key === 'Tab' || !choice.onKey(event)) return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
      </div>
      <Replies choice={choice} term={term} />
    </>
  );
}

/** Inserts a quick message anywhere in a message: for touch screens, and for texts that are already begun. */
export default function RepliesButton({ ticket, isNote, insert }: RepliesButtonProps) {
  const t = useT();
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      open={isOpen}
      onOpenChange={(_, { open }) => setOpen(open)}
      trapFocus
      positioning={{ position: 'above', align: 'start', overflowBoundaryPadding: 8 }}
    >
      <PopoverTrigger disableButtonEnhancement>
        <IconButton icon={<Flash20Regular />} label={t('composer.button')} />
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={t('composer.label')}>
        {isOpen && <ReplyChoiceInput ticket={ticket} isNote={isNote} insert={insert} onDone={() => setOpen(false)} />}
      </PopoverSurface>
    </Popover>
  );
}
