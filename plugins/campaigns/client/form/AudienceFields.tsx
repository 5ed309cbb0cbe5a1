import { Dropdown, Field, Option, mergeClasses } from '@fluentui/react-components';
import { useFormat, useT } from '@balcao/sdk/client';
import { areaCodes } from '@balcao/contact-lists/contract';
import type { CampaignFields } from '../../contract.ts';
import { useConnections, useLists, useTags } from './choices.ts';
import { useFormStyles } from './form-styles.ts';
import { TagChoice } from './TagChoice.tsx';

export interface PartProps {
  values: CampaignFields;
  change(part: Partial<CampaignFields>): void;
  /** Field to its error. */
  faults: Readonly<Record<string, string>>;
  readOnly: boolean;
}

/** The audience: connection, list, tags and area codes. */
export function AudienceFields({ values, change, faults, readOnly }: PartProps) {
  const t = useT();
  const format = useFormat();
  const styles = useFormStyles();
  const connections = useConnections().data ?? [];
  const lists = useLists().data ?? [];
  const tags = useTags().data ?? [];
  const connection = connections.find(({ id }) => id === values.whatsappId);
  const list = lists.find(({ id }) => id === values.contactListId);
  const fault = (name: string) => (faults[name] ? { validationMessage: faults[name] } : {});
  return (
    <section className={styles.section} id="audience" aria-label={t('form.step.audience')}>
      <h2 className={styles.heading}>{t('form.step.audience')}</h2>
      <div className={styles.two}>
        <Field label={t('field.connection')} required {...fault('whatsappId')}>
          <Dropdown
            className={styles.select}
            disabled={readOnly}
            placeholder={t('form.chooseConnection')}
            value={connection?.name ?? ''}
            selectedOptions={connection ? [String(connection.id)] : []}
            onOptionSelect={(_, { optionValue }) => change({ whatsappId: Number(optionValue) })}
          >
            {connections.map(({ id, name }) => (
              <Option key={id} value={String(id)}>
                {name}
              </Option>
            ))}
          </Dropdown>
        </Field>
        <Field label={t('field.list')} {...fault('contactListId')}>
          <Dropdown
            className={styles.select}
            disabled={readOnly}
            value={list ? `${list.name} · ${format.number(list.contactsCount)}` : t('form.allContacts')}
            selectedOptions={[values.contactListId === null ? '' : String(values.contactListId)]}
            onOptionSelect={(_, { optionValue }) => change({ contactListId: optionValue ? Number(optionValue) : null })}
          >
            <Option value="">{t('form.allContacts')}</Option>
            {lists.map(({ id, name, contactsCount }) => (
              <Option key={id} value={String(id)} text={name}>
                {`${name} · ${format.number(contactsCount)}`}
              </Option>
            ))}
          </Dropdown>
        </Field>
        <Field label={t('field.tags')} hint={t('form.tagsHelp')} {...fault('tagFilters')}>
          <TagChoice
            label={t('field.tags')}
            placeholder={t('form.add')}
            options={tags.map(({ id, name }) => ({ value: String(id), text: name }))}
            chosen={values.tagFilters.map(String)}
            onChange={(chosen) => !readOnly && change({ tagFilters: chosen.map(Number) })}
          />
        </Field>
        <Field label={t('field.ddds')} hint={t('form.dddsHelp')} {...fault('dddFilters')}>
          <TagChoice
            label={t('field.ddds')}
            placeholder={t('form.add')}
            options={areaCodes.map(({ ddd, state }) => ({ value: String(ddd), text: `${ddd} ${state}` }))}
            chosen={values.dddFilters.map(String)}
            onChange={(chosen) => !readOnly && change({ dddFilters: chosen.map(Number) })}
          />
        </Field>
      </div>
      <span className={mergeClasses(styles.small)}>{t('form.frozen')}</span>
    </section>
  );
}
