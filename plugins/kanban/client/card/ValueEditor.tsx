import { Button, Popover, PopoverSurface, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { api, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { AmountField, amountText, readAmount } from '@balcao/sdk/ui';
import type { BoardCard } from '../board/board-data.ts';

const useStyles = makeStyles({
  form: { display: 'flex', gap: '8px', alignItems: 'center' },
  field: { width: '150px' },
});

interface ValueEditorProps {
  card: BoardCard;
  target: HTMLElement;
  onSaved(cents: number): void;
  onClose(): void;
}

/** Edits the value of a card in place. What was typed stays if saving fails. */
export function ValueEditor({ card, target, onSaved, onClose }: ValueEditorProps) {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const { money } = useFormat();
  const [typed, setTyped] = useState(card.valueCents === 0 ? '' : amountText(card.valueCents));
  const [isSaving, setSaving] = useState(false);
  const cents = typed.trim() === '' ? 0 : readAmount(typed);
  const put = (valueCents: number) => api.put(`/kanban-cards/${card.id}/value`, { valueCents });
  const save = async (): Promise<void> => {
    if (cents === undefined || isSaving) return;
    setSaving(true);
    try {
      await put(cents);
      onSaved(cents);
      const before = card.valueCents;
      toasts.undo(t('value.done', { name: card.contact.name, value: money(cents) }), () => {
        void put(before).then(() => onSaved(before), toasts.error);
      });
      onClose();
    } catch (error) {
      toasts.error(error);
      setSaving(false);
    }
  };
  return (
    <Popover
      open
      trapFocus
      positioning={{ target, position: 'below', align: 'end' }}
      onOpenChange={(_, { open }) => !open && onClose()}
    >
      <PopoverSurface aria-label={t('value.title', { name: card.contact.name })}>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <AmountField
            autoFocus
            className={styles.field}
            contentBefore="R$"
            aria-label={t('value.title', { name: card.contact.name })}
            value={typed}
            onChange={setTyped}
          />
          <Button appearance="primary" type="submit" disabled={cents === undefined || isSaving}>
            {t('value.save')}
          </Button>
        </form>
      </PopoverSurface>
    </Popover>
  );
}
