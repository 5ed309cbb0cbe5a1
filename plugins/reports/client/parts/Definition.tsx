import { useT } from '@balcao/sdk/client';
import { FigureDefinition } from '@balcao/sdk/ui';

/** The ⓘ beside a figure of the report, with its definition in the texts of this plugin. */
export function Definition({ of }: { of: string }) {
  const t = useT();
  const name = t(`figure.${of}`);
  return <FigureDefinition name={name} label={t('definition', { name })} text={t(`meaning.${of}`)} />;
}
