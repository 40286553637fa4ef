/** A RestApi of the template with its one stage. */
export interface Api {
  /** The id of the API in URLs and ARNs. */
  id: string;
  stage: string;
  stageVariables: Record<string, string> | null;
  binaryMediaTypes: string[];
  /** The least size of answers that are compressed, in bytes; undefined if none are. */
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
      /** The templates by the media type of the request. */
      templates: Record<string, string>;
      /** Whether a request of another media type gets a 415. Otherwise its body would be used as the template. */
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
  /** The time for which results are remembered, in seconds; 0 if they are not. */
  ttl: number;
}

export interface GatewayResponse {
  status?: number;
  /** The templates by the name of the header. */
  headers: Record<string, string>;
  /** The templates by the media type of the answer. */
  templates: Record<string, string>;
}

export interface ThrottleSetting {
  /** The path; `*` stands for every path. */
  path: string;
  /** The method; `*` stands for every method. */
  method: string;
  /** The rate in requests a second. */
  rate: number;
  burst: number;
}
