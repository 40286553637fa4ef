/** One RestApi of the template, as deployed to its one stage. */
export interface Api {
  /** Its id in URLs and ARNs. */
  id: string;
  stage: string;
  stageVariables: Record<string, string> | null;
  binaryMediaTypes: string[];
  /** Bytes from which answers are compressed; undefined: never. */
  minimumCompressionSize?: number;
  methods: Method[];
  gatewayResponses: Record<string, GatewayResponse>;
  throttles: ThrottleSetting[];
}

export interface Method {
  /** `GET`, …, or `ANY`. */
  httpMethod: string;
  /** `/merchants/{merchantId}` */
  path: string;
  resourceId: string;
  authorizer?: Authorizer;
  integration: Integration;
}

export type Integration =
  | { type: 'lambda'; function: string; timeout: number }
  | {
      type: 'mock';
      /** By the request's media type. */
      templates: Record<string, string>;
      /** Whether a request of another media type is a 415; else its body would be the template. */
      strict: boolean;
      responses: { status: string; headers: Record<string, string>; body: string }[];
    };

export interface Authorizer {
  id: string;
  type: 'TOKEN' | 'REQUEST';
  function: string;
  /** `method.request.header.Authorization`, … */
  identitySources: string[];
  validation?: string;
  /** Seconds that a result is kept; 0: not at all. */
  ttl: number;
}

export interface GatewayResponse {
  status?: number;
  /** By header name. */
  headers: Record<string, string>;
  /** By media type. */
  templates: Record<string, string>;
}

export interface ThrottleSetting {
  /** `*`: every path. */
  path: string;
  /** `*`: every method. */
  method: string;
  /** Requests a second. */
  rate: number;
  burst: number;
}
