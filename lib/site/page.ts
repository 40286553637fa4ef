/** A page of the documentation site. Its HTML and its Markdown are both made from this. */
export interface Page {
  /** The last part of its address: `/docs/<name>`. */
  name: string;
  title: string;
  /** One sentence in plain text, for search results and lists of pages. */
  description: string;
  /** The text, without the title. Links to other pages are `name.md`. */
  markdown: string;
  /** Code and examples, which wide screens show beside the text. In Markdown. */
  aside?: string;
  /** How much the page counts in the ranking of search results; 1 if absent. */
  weight?: number;
  /** The search does not find the page. */
  unsearched?: true;
  /** The operation that the page describes, so that readers can try it. */
  request?: TryableRequest;
}

/** A request that readers can send from the page. */
export interface TryableRequest {
  method: string;
  path: string;
  /** The API that serves the path: `{base_url}` or `{pos_url}`. */
  api: 'base' | 'pos';
  authorization: 'none' | 'key' | 'password';
  parameters: TryableParameter[];
  /** The body as JSON text; absent if the request has none. */
  body?: string;
}

export interface TryableParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  example: string;
  choices?: string[];
}

/** Pages under one title in the navigation, in the order in which they are read. */
export interface Group {
  title: string;
  pages: Page[];
  /** Pages that belong to the last page of `pages`, which lists them. The navigation leaves them out. */
  listed?: Page[];
  /** The group is part of the API reference. Pages outside the reference name only its first page in their navigation. */
  isReference?: true;
}
