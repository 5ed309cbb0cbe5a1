import { useQuery } from '@tanstack/react-query';
import { api, useFormat, useT, type SettingValue } from '@balcao/sdk/client';
import { Bar, ConfirmDialog } from '@balcao/sdk/ui';
import { Button } from '@fluentui/react-components';
import { textOf, valueText, type SettingField } from './fields.ts';

interface Asked {
  field: SettingField;
  value: SettingValue;
}

/** The confirmation of a change that weakens a protection or erases something, with its effect today. */
export function CarefulDialog({ asked, onConfirm, onClose }: { asked: Asked; onConfirm(): void; onClose(): void }) {
  const t = useT('shell');
  const { field, value } = asked;
  const effect = useQuery({
    queryKey: ['settings', 'effect', field.key, value],
    queryFn: () =>
      api.get<{ text: string | null }>(`/settings/${encodeURIComponent(field.key)}/effect`, { value: String(value) }),
    gcTime: 0,
  });
  const shown = (one: SettingValue): string => valueText(field, one, t('settings.careful.empty'));
  return (
    <ConfirmDialog
      open
      title={t('settings.careful.title', { name: textOf(field.plugin, field.schema.label) })}
      text={
        <>
          {effect.data?.text && <p style={{ marginTop: 0 }}>{effect.data.text}</p>}
          <p style={{ margin: 0 }}>{t('settings.careful.text', { from: shown(field.value), to: shown(value) })}</p>
        </>
      }
      confirmLabel={t('settings.careful.confirm')}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}

/** The pending change of a field, with a button to cancel it. */
export function PendingNote({ field, onTakeBack }: { field: SettingField; onTakeBack?: (() => void) | undefined }) {
  const t = useT('shell');
  const format = useFormat();
  const { pending } = field;
  if (!pending) return null;
  return (
    <div style={{ padding: '0 16px 12px' }}>
      <Bar
        tone="warn"
        action={
          onTakeBack && (
            <Button size="small" onClick={onTakeBack}>
              {t('settings.careful.takeBack')}
            </Button>
          )
        }
      >
        {t('settings.careful.pending', {
          to: valueText(field, pending.value, t('settings.careful.empty')),
          when: format.dateTime(pending.holdsAt),
          name: pending.askedBy,
        })}
      </Bar>
    </div>
  );
}
