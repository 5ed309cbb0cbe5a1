import { useT } from '@balcao/sdk/client';
import { Bar } from '@balcao/sdk/ui';
import { Button } from '@fluentui/react-components';
import { valueText, type SettingField } from './fields.ts';
import type { Conflict } from './use-save-field.ts';

interface ConflictNoteProps {
  field: SettingField;
  meanwhile: Conflict | undefined;
  onMine(value: Conflict['mine']): void;
  onTheirs(): void;
}

/** Shown when two people changed one option: both values, and the choice between them. */
export function ConflictNote({ field, meanwhile, onMine, onTheirs }: ConflictNoteProps) {
  const t = useT('shell');
  if (!meanwhile) return null;
  const { mine, theirs } = meanwhile;
  const shown = (value: Conflict['mine']): string => valueText(field, value, t('settings.careful.empty'));
  return (
    <div style={{ padding: '0 16px 12px' }}>
      <Bar
        tone="warn"
        alert
        action={
          <>
            <Button size="small" onClick={() => onMine(mine)}>
              {t('settings.meanwhile.mine')}
            </Button>
            <Button size="small" appearance="subtle" onClick={onTheirs}>
              {t('settings.meanwhile.theirs')}
            </Button>
          </>
        }
      >
        {t('settings.meanwhile.text', { theirs: shown(theirs), mine: shown(mine) })}
      </Bar>
    </div>
  );
}
