import type { Part } from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';
import {
  companyFormSection,
  companyListColumn,
  companyRowAction,
  type CompanyFormSection,
  type CompanyListColumn,
  type CompanyRow,
  type CompanyRowAction,
} from '@balcao/companies/contract';

type With<Item, Props> = Omit<Item, 'component'> & { component: Part<Props> };

export interface BillingProps {
  company: CompanyRow | undefined;
  values: Readonly<Record<string, unknown>>;
  setValue(field: string, value: unknown): void;
}
export const formSections = companyFormSection as PointRef<With<CompanyFormSection, BillingProps>>;
export const listColumns = companyListColumn as PointRef<With<CompanyListColumn, { company: CompanyRow }>>;
export const rowActions = companyRowAction as PointRef<
  With<CompanyRowAction, { company: CompanyRow; onChanged(): void }>
>;
