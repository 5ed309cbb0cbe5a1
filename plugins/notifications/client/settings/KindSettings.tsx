import { Switch } from '@fluentui/react-components';
import { translate, usePoint, useT } from '@balcao/sdk/client';
import { FormGroup, FormRow } from '@balcao/sdk/ui';
import { notificationKind } from '../../contract.ts';
import type { SettingsPartProps } from './settings-part.ts';

/** Lets the person choose among the kinds of notifications that plugins declare. */
export function KindSettings({ chosen, onChoose }: SettingsPartProps) {
  const t = useT();
  const kinds = usePoint(notificationKind);
  if (kinds.length === 0) return null;
  const change = (kind: string, wanted: boolean): void => {
    const others = chosen.off.filter((one) => one !== kind);
    onChoose({ off: wanted ? others : [...others, kind] });
  };
  return (
    <FormGroup title={t('kinds.title')}>
      {kinds.map(({ plugin, id, label, help }) => {
        const kind = `${plugin}.${id}`;
        return (
          <FormRow
            end
            key={kind}
            label={translate(plugin, label)}
            {...(help !== undefined && { help: translate(plugin, help) })}
          >
            <Switch checked={!chosen.off.includes(kind)} onChange={(_, data) => change(kind, data.checked)} />
          </FormRow>
        );
      })}
    </FormGroup>
  );
}
