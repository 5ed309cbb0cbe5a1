/** Forms of the nodes that choose the way. */
import { useT } from '@balcao/sdk/client';
import { Segment } from '@balcao/sdk/ui';
import { conditionOperators, type ConditionRule, type NodeData, type SetChange } from '../../graph/node-data.ts';
import type { FlowNodeFormProps } from '../../contract.ts';
import { amount, list, text } from '../kinds/kind.ts';
import { NameInput, Names } from './NameInput.tsx';
import {
  AddButton,
  ChoiceRow,
  NumberRow,
  Removable,
  Section,
  TextRow,
  nextId,
  problemOf,
  withEntry,
  withoutEntry,
} from './parts.tsx';
import { VariableText } from './VariableText.tsx';

type Branch = NodeData['conditionNode']['branches'][number];
const unary = new Set(['isSet', 'isEmpty']);
const maxBranches = 12;
const maxRules = 10;

export function ConditionForm({ data, onChange, problems, variables }: FlowNodeFormProps) {
  const t = useT();
  const branches = list<Branch>(data['branches']);
  const store = (next: readonly Branch[]) => onChange({ branches: [...next] });
  return (
    <>
      <Names names={variables} />
      {branches.map((branch, index) => (
        <Section
          key={branch.id}
          title={t('form.branch', { number: index + 1 })}
          action={
            branch.rules.length > 1 && (
              <Segment
                label={t('form.match')}
                value={branch.match}
                options={[
                  { value: 'all', label: t('form.all') },
                  { value: 'any', label: t('form.any') },
                ]}
                onChange={(match) => store(withEntry(branches, index, { ...branch, match }))}
              />
            )
          }
        >
          <Removable
            label={t('form.removeBranch', { number: index + 1 })}
            onRemove={branches.length > 1 ? () => store(withoutEntry(branches, index)) : undefined}
          >
            <TextRow
              label={t('form.branchTitle')}
              value={text(branch.title)}
              maxLength={60}
              onChange={(title) => store(withEntry(branches, index, { ...branch, title }))}
            />
          </Removable>
          <Rules
            rules={list<ConditionRule>(branch.rules)}
            onChange={(rules) => store(withEntry(branches, index, { ...branch, rules }))}
          />
        </Section>
      ))}
      <Section {...(problemOf(problems, 'branches') !== undefined && { hint: problemOf(problems, 'branches') ?? '' })}>
        <AddButton
          label={t('form.addBranch')}
          disabled={branches.length >= maxBranches}
          onClick={() =>
            store([
              ...branches,
              { id: nextId(branches), title: '', match: 'all', rules: [{ name: '', operator: 'equal', value: '' }] },
            ])
          }
        />
      </Section>
    </>
  );
}

function Rules({ rules, onChange }: { rules: readonly ConditionRule[]; onChange(rules: ConditionRule[]): void }) {
  const t = useT();
  const change = (index: number, rule: ConditionRule, part: Partial<ConditionRule>) =>
    onChange(withEntry(rules, index, { ...rule, ...part }));
  return (
    <>
      {rules.map((rule, index) => (
        // Rules have no identity but their place.
        <Removable
          key={index}
          label={t('form.removeRule', { number: index + 1 })}
          onRemove={rules.length > 1 ? () => onChange(withoutEntry(rules, index)) : undefined}
        >
          <NameInput
            label={t('form.variable')}
            value={text(rule.name)}
            onChange={(name) => change(index, rule, { name })}
          />
          <ChoiceRow
            label={t('form.operator')}
            value={rule.operator}
            options={conditionOperators.map((id) => ({ id, name: t(`operator.${id}`) }))}
            onChange={(value) =>
              change(index, rule, { operator: conditionOperators.find((one) => one === value) ?? 'equal' })
            }
          />
          {!unary.has(rule.operator) && (
            <TextRow
              label={t(rule.operator === 'between' ? 'form.from' : 'form.value')}
              {...(rule.operator === 'oneOf' && { hint: t('form.oneOfHint') })}
              value={text(rule.value)}
              onChange={(value) => change(index, rule, { value })}
            />
          )}
          {rule.operator === 'between' && (
            <TextRow label={t('form.to')} value={text(rule.to)} onChange={(to) => change(index, rule, { to })} />
          )}
        </Removable>
      ))}
      <AddButton
        label={t('form.addRule')}
        disabled={rules.length >= maxRules}
        onClick={() => onChange([...rules, { name: '', operator: 'equal', value: '' }])}
      />
    </>
  );
}

export function VariableForm({ data, onChange, problems, variables }: FlowNodeFormProps) {
  const t = useT();
  return (
    <Section>
      <TextRow
        label={t('form.variableName')}
        hint={t('form.variableNameHint')}
        value={text(data['labelInput'])}
        maxLength={60}
        error={problemOf(problems, 'labelInput')}
        onChange={(labelInput) => onChange({ labelInput })}
      />
      <VariableText
        label={t('form.fixedValue')}
        hint={t('form.fixedValueHint')}
        isShort
        value={text(data['value'])}
        variables={variables}
        onChange={(value) => onChange({ value })}
      />
    </Section>
  );
}

const hows = ['set', 'add', 'now', 'clear'] as const;

export function SetForm({ data, onChange, problems, variables }: FlowNodeFormProps) {
  const t = useT();
  const changes = list<SetChange>(data['changes']);
  const store = (next: readonly SetChange[]) => onChange({ changes: [...next] });
  const problem = problemOf(problems, 'changes');
  return (
    <>
      <Names names={variables} />
      <Section title={t('form.changes')} {...(problem !== undefined && { hint: problem })}>
        {changes.map((change, index) => (
          <Removable
            key={index}
            label={t('form.removeChange', { number: index + 1 })}
            onRemove={changes.length > 1 ? () => store(withoutEntry(changes, index)) : undefined}
          >
            <NameInput
              label={t('form.variable')}
              value={text(change.variable)}
              onChange={(variable) => store(withEntry(changes, index, { ...change, variable }))}
            />
            <ChoiceRow
              label={t('form.how')}
              value={change.how}
              options={hows.map((id) => ({ id, name: t(`how.${id}`) }))}
              onChange={(value) =>
                store(withEntry(changes, index, { ...change, how: hows.find((one) => one === value) ?? 'set' }))
              }
            />
            {(change.how === 'set' || change.how === 'add') && (
              <TextRow
                label={t('form.value')}
                value={text(change.value)}
                maxLength={4000}
                onChange={(value) => store(withEntry(changes, index, { ...change, value }))}
              />
            )}
          </Removable>
        ))}
        <AddButton
          label={t('form.addChange')}
          disabled={changes.length >= 20}
          onClick={() => store([...changes, { variable: '', how: 'set', value: '' }])}
        />
      </Section>
    </>
  );
}

type Share = NodeData['splitNode']['branches'][number];

export function SplitForm({ data, onChange, problems }: FlowNodeFormProps) {
  const t = useT();
  const branches = list<Share>(data['branches']);
  const total = branches.reduce((sum, { weight }) => sum + amount(weight), 0);
  const store = (next: readonly Share[]) => onChange({ branches: [...next] });
  const problem = problemOf(problems, 'branches');
  return (
    <Section title={t('form.shares')} hint={problem ?? t('form.sharesHint')}>
      {branches.map((branch, index) => (
        <Removable
          key={branch.id}
          label={t('form.removeBranch', { number: index + 1 })}
          onRemove={branches.length > 2 ? () => store(withoutEntry(branches, index)) : undefined}
        >
          <TextRow
            label={t('form.branchTitle')}
            value={text(branch.title)}
            maxLength={60}
            onChange={(title) => store(withEntry(branches, index, { ...branch, title }))}
          />
          <NumberRow
            label={t('form.weight')}
            hint={t('form.percent', { percent: total === 0 ? 0 : Math.round((amount(branch.weight) / total) * 100) })}
            value={amount(branch.weight)}
            min={0}
            max={1000}
            onChange={(weight) => store(withEntry(branches, index, { ...branch, weight: weight ?? 0 }))}
          />
        </Removable>
      ))}
      <AddButton
        label={t('form.addBranch')}
        disabled={branches.length >= 10}
        onClick={() => store([...branches, { id: nextId(branches), title: '', weight: 50 }])}
      />
    </Section>
  );
}
