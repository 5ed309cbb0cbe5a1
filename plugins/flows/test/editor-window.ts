import { inject } from 'vitest';
import type { Page } from 'playwright-core';
import type { Person } from '@balcao/testing';
import { openProduct, type Product } from '../../../scripts/test/product/product.ts';
import type { FlowElement, FlowNodeElement } from '../graph/types.ts';
import type { FlowDetail, FlowRow, FlowVersionRow, SavedFlow } from '../graph/wire.ts';

/** The product with a browser window in which flows are drawn. */
export class EditorWindow {
  readonly product: Product;
  readonly page: Page;
  /** Signs in apart from the window: a person has one session. */
  readonly manager: Person;

  private constructor(product: Product, page: Page, manager: Person) {
    this.product = product;
    this.page = page;
    this.manager = manager;
  }

  static async open(): Promise<EditorWindow> {
    const product = await openProduct(inject('databaseUrl'));
    const page = await product.windowOf('admin@balcao.local', { acceptDownloads: true, loadsAhead: true });
    return new EditorWindow(product, page, await product.person('gestor@balcao.local'));
  }

  get canvas() {
    return this.page.getByRole('application', { name: 'Desenho do fluxo' });
  }
  get nodes() {
    return this.page.locator('.react-flow__node');
  }

  async rows(): Promise<FlowRow[]> {
    return ((await this.manager.get('/flow/list')).body as { records: FlowRow[] }).records;
  }
  async stored(id: number): Promise<FlowDetail> {
    return (await this.manager.get(`/flow/${id}`)).body as FlowDetail;
  }
  async versions(id: number): Promise<FlowVersionRow[]> {
    return ((await this.manager.get(`/flow/${id}/versions`)).body as { versions: FlowVersionRow[] }).versions;
  }
  /** The nodes of the stored draft. */
  async drawn(id: number): Promise<FlowNodeElement[]> {
    const elements = JSON.parse((await this.stored(id)).data) as FlowElement[];
    return elements.filter((one): one is FlowNodeElement => 'position' in one);
  }
  async create(title: string, data: string, publish = false): Promise<number> {
    const { status, body } = await this.manager.post('/flow', { title, data, publish });
    if (status !== 200) throw new Error(`creating answered ${status} ${JSON.stringify(body)}`);
    return (body as SavedFlow).id;
  }
  async edit(id: number): Promise<void> {
    await this.page.goto(`${this.product.host.url}/flow-chart/${id}`);
    await this.nodes.first().waitFor();
  }
  /** The published flow of the demo company. */
  async live(): Promise<FlowRow> {
    const row = (await this.rows()).find(({ isLive }) => isLive);
    if (!row) throw new Error('no flow is published');
    return row;
  }
}
