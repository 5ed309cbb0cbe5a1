/**
 * Services of the company itself for other plugins, and points by which they extend the super users' management of
 * companies.
 */
import { point, publishedSql, service, type Component } from '@balcao/sdk/contract';
import type { Language, Scope, WeeklyHours, z } from '@balcao/sdk/server';

/** A day on which the usual hours do not apply, for the company, its queues and its connections. */
export interface Holiday {
  /** `2026-12-25`, in the company's time zone. */
  date: string;
  name: string;
  /** The hours of that day; '' for both: closed. */
  startTime: string;
  endTime: string;
}

export interface CompanyHours {
  /**
   * Returns the holiday at a moment; undefined on an ordinary day. It applies to the company, its queues and
   * connections.
   */
  holidayAt(at: Date): Promise<Holiday | undefined>;
  /** Returns the company's hours, which apply when its `scheduleType` is `company`; empty: always open. */
  find(): Promise<WeeklyHours>;
}
/** Opening hours of the company as a whole. */
export const companyHours = service<CompanyHours>('companies.hours');

/**
 * Server: data that a plugin stores for each company: read and written together with the company by super users, and
 * initialised at sign-up.
 */
export interface CompanyRecord {
  id: string;
  /** Keys of the body of POST and PUT /companies, all optional; they are part of every company in responses. */
  fields: Readonly<Record<string, z.ZodType>>;
  /** Refuses invalid values before anything is stored: throw `invalid({ planId: 'Required' })`. */
  check?(values: Readonly<Record<string, unknown>>, creates: boolean): void | Promise<void>;
  /** Returns the keys of one company in responses; `scope` is in that company. */
  load(scope: Scope): Promise<Record<string, unknown>>;
  /** Receives only the keys that were sent. */
  save(values: Readonly<Record<string, unknown>>, scope: Scope): Promise<void>;
  /** Initialises the data of a company that its first admin just created by sign-up. `values` are those of the form. */
  initialise?(values: Readonly<Record<string, unknown>>, scope: Scope): Promise<void>;
}
/** Server: data that a plugin stores for each company. */
export const companyRecord = point<CompanyRecord>('companies.record');

/** Server: a choice offered at sign-up, drawn by the sign-up page from the data returned here. */
export interface SignUpChoice {
  id: string;
  order?: number;
  /** Key of the value among the `fields` of the plugin's `companies.record`, passed to its `begin`. */
  field: string;
  /** Locale key of the question. */
  label: string;
  /**
   * Returns the options, of which the first is preselected; the question is omitted when there are none. `scope` is in
   * any company.
   */
  options(scope: Scope): Promise<readonly SignUpOption[]>;
}
/** An option of a sign-up choice; texts are in the reader's language. */
export interface SignUpOption {
  value: string;
  label: string;
  /** Text at the end of the row, such as a price. */
  note?: string;
  /** Text below the label. */
  detail?: string;
}
/** Server: a choice offered at sign-up. */
export const signUpChoice = point<SignUpChoice>('companies.sign-up.choice');

/** Browser: a company in the super user's list, with the keys that `companies.record` adds. */
export interface CompanyRow {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly status: boolean;
  readonly createdAt: string;
  readonly [field: string]: unknown;
}
/** Browser: a section of the company's form. */
export interface CompanyFormSection {
  id: string;
  order?: number;
  /** Locale key of its heading. */
  label: string;
  component: Component<{
    /** Absent for a new company. */
    company: CompanyRow | undefined;
    values: Readonly<Record<string, unknown>>;
    setValue(field: string, value: unknown): void;
  }>;
}
/** Browser: a section of the company's form. */
export const companyFormSection = point<CompanyFormSection>('companies.form.section');
/** Browser: a column of the list of companies. */
export interface CompanyListColumn {
  id: string;
  order?: number;
  /** Locale key. */
  label: string;
  /** Width in px. */
  width?: number;
  component: Component<{ company: CompanyRow }>;
}
/** Browser: a column of the list of companies. */
export const companyListColumn = point<CompanyListColumn>('companies.list.column');
/** Browser: a button at the end of a company's row. */
export interface CompanyRowAction {
  id: string;
  order?: number;
  component: Component<{ company: CompanyRow; onChanged(): void }>;
}
/** Browser: a button at the end of a company's row. */
export const companyRowAction = point<CompanyRowAction>('companies.row.action');

/** A row of `companies.public_company`. */
export interface PublicCompany {
  company_id: number;
  name: string;
  language: Language;
  /** `America/Sao_Paulo` */
  time_zone: string;
  /** CPF or CNPJ as the platform stores it; '' without one. */
  cpf_cnpj: string;
}
/** SQL: the company of the scope, as one row. */
export const publicCompany = publishedSql<PublicCompany>('companies.public_company');
