import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { sql, type Scope } from '@balcao/sdk/server';

export const plugins = ['users', 'queues', 'contacts', 'connections', 'channel-sandbox', 'companies', 'finance'];

export interface Plan {
  id: number;
  name: string;
  users: number;
  connections: number;
  queues: number;
  value: number;
}
export interface Pix {
  invoiceId: number;
  qrcode: { qrcode: string };
  valor: { original: string };
  isManual: boolean;
}
export interface BillingSetup {
  host: TestHost;
  platform: Person;
  plan(change?: Partial<Plan>): Promise<Plan>;
  /** Creates a company with a plan and a due date. */
  customer(options: { plan: Plan; dueIn?: number; recurrence?: string; name?: string }): Promise<TestCompany>;
  finance(company: TestCompany): Scope;
  /** Moves the due date so that the licence ends in so many days. */
  dueIn(company: TestCompany, days: number): Promise<void>;
}

let counter = 0;

/** Returns the day so many days from now, in the company’s time zone. */
export const dayFrom = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now() + days * 86_400_000);

export const billing = {
  firstName: 'Helena Duarte',
  address2: 'Rua das Acácias, 12',
  city: 'São Paulo',
  zipcode: '01310-100',
  country: 'BR',
};
export const staticSetup = {
  provider: 'static',
  settings: { pixKey: 'financeiro@balcao.example', name: 'Balcão Atendimento Ltda', city: 'São Paulo' },
};

export const openBillingSetup = async (
  databaseUrl: string,
  more: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<BillingSetup> => {
  const host = await startTestHost({ databaseUrl, plugins: [...plugins, ...more], env });
  const platform = await host.superUser();
  const setup: BillingSetup = {
    host,
    platform,
    async plan(change = {}) {
      counter += 1;
      const form = { name: `Plano ${counter}`, users: 5, connections: 3, queues: 4, value: '149,90', ...change };
      const { status, body } = await platform.post<Plan>('/plans', form);
      if (status !== 200) throw new Error(`creating the plan answered ${status}`);
      return body;
    },
    async customer({ plan, dueIn = 5, recurrence = 'MENSAL', name = 'Padaria São João' }) {
      const company = await host.company({ name });
      const form = { planId: plan.id, dueDate: dayFrom(dueIn), recurrence, cpfCnpj: '529.982.247-25' };
      const { status } = await platform.put<unknown>(`/companies/${company.id}`, form);
      if (status !== 200) throw new Error(`creating the company answered ${status}`);
      return company;
    },
    finance: (company) => company.scope('finance'),
    async dueIn(company, days) {
      const { sql: database } = company.scope('finance');
      await database.run(sql`update finance.account set due_date = ${dayFrom(days)}::date`);
      await database.run(sql`update finance.invoice set due_date = ${dayFrom(days)}::date where status = 'open'`);
    },
  };
  return setup;
};

/** An invoice as the company sees it. */
export interface Invoice {
  id: number;
  value: string;
  dueDate: string;
  state: string;
  status: string;
  invoiceUrl: string;
  description: string;
}
export const invoicesOf = async (company: TestCompany): Promise<Invoice[]> =>
  (await company.admin.get<{ invoices: Invoice[] }>('/invoices/all')).body.invoices;
