// Written by `npm run types` from openapi.json: change the types of the server, not this file.

import type { ForeseenView, GameEvent, Outcome, Step, View } from "./game";
export interface paths {
    "/daily": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    day?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DailyView"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daily/{day}/{game}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    day: string;
                    game: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DailyView"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daily/{game}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    game: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TableView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/daily/glance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Today"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/enter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Code"];
                };
            };
            responses: {
                /** @description Document created, URL follows */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Person"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["GameView"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/games/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["GameView"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/games/{name}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Brought"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Verdict"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/games/{name}/lessons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LessonView"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/games/{name}/lessons/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Played"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LessonMoment"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/games/{name}/lessons/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Asking"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Previewed"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/games/{name}/lessons/{id}/why-not": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Asking"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Reason"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/games/{name}/messages/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    language: "en" | "fr" | "de";
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: string;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/games/{name}/page/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                    path: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/games/{name}/pieces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/games/{name}/rules/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    language: "en" | "fr" | "de";
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SectionView"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/matches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    against?: string | null;
                    before?: string | null;
                    game?: string | null;
                    rated?: boolean | null;
                    since?: number | null;
                    until?: number | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["History"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Person"] | null;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": null;
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewPerson"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Person"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/me/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Person"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/blocks/{person}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    person: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, nothing follows */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    person: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, nothing follows */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/friends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Friend"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/holiday": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HolidayView"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Holiday"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HolidayView"];
                    };
                };
            };
        };
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HolidayView"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, nothing follows */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Document created, URL follows */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FreshLink"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/matches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    against?: string | null;
                    before?: string | null;
                    game?: string | null;
                    rated?: boolean | null;
                    result?: "won" | "drawn" | "lost" | null;
                    since?: number | null;
                    until?: number | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["History"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/matches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, nothing follows */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/mistakes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Practice"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/mistakes/{id}/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    number: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Exercise"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/mistakes/{id}/{number}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    number: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Answer"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PracticeVerdict"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/mistakes/{id}/{number}/solution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    number: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PracticeVerdict"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ProfileChange"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Profile"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/push": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PushView"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Push"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PushView"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/push/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, nothing follows */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/recovery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Document created, URL follows */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FreshCode"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/research": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ResearchView"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Research"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ResearchView"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/seek": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Seek"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SeekView"];
                    };
                };
            };
        };
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, nothing follows */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/shelf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    game?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SavedDeck"][];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewDeck"];
                };
            };
            responses: {
                /** @description Document created, URL follows */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SavedDeck"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/shelf/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, nothing follows */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookView"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookView"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    language: "en" | "fr" | "de";
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: string;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewPerson"];
                };
            };
            responses: {
                /** @description Document created, URL follows */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Person"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Profile"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/matches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    before?: string | null;
                    game?: string | null;
                    result?: "won" | "drawn" | "lost" | null;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["History"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/statistics/{game}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    game: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MatchStatistics"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/statistics/{game}/matches.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    game: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv; charset=utf-8": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/problems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProblemList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/problems/{game}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    game: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProblemView"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/problems/{game}/{id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    game: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Answer"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProblemVerdict"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/problems/{game}/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    game: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Looking"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Previewed"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/problems/{game}/{id}/solution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    game: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProblemVerdict"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/problems/{game}/{id}/why-not": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    game: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Looking"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Reason"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ratings/{game}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    before?: string | null;
                };
                header?: never;
                path: {
                    game: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RatingList"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BroughtRecord"];
                };
            };
            responses: {
                /** @description Document created, URL follows */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TableView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TableList"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewTable"];
                };
            };
            responses: {
                /** @description Document created, URL follows */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TableView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TableView"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/at/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    seat?: number;
                };
                header?: never;
                path: {
                    id: string;
                    number: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Face"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/fork": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Fork"];
                };
            };
            responses: {
                /** @description Document created, URL follows */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TableView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/invitation.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/svg+xml": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            responses: {
                /** @description Request fulfilled, nothing follows */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    seat?: number;
                    since?: number;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Told"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/mutes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Mutes"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/mutes/{person}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    person: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, nothing follows */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    person: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, nothing follows */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/note": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Note"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Note"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TableView"];
                    };
                };
            };
        };
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TableView"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    language?: "en" | "fr" | "de";
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/png": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/points": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Points"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/rematch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: {
                    rated?: boolean;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Document created, URL follows */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TableView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    since?: number;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenEntry"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/replay/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    seat?: number | null;
                };
                header?: never;
                path: {
                    id: string;
                    number: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenFace"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    have?: number;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ReviewView"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ReviewView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/review/at/{number}/{seat}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    number: number;
                    seat: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Face"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    number: number;
                    seat: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TryMove"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TriedMove"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/review/card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    form?: "svg" | "png";
                    language?: "en" | "fr" | "de";
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/svg+xml": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/seats/{seat}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    seat: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeSeat"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TableView"];
                    };
                };
            };
        };
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    seat: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Sit"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TableView"];
                    };
                };
            };
        };
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    seat: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TableView"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/seats/{seat}/agreement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    seat: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TableView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/seats/{seat}/contribution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    seat: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Contribution"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TableView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/seats/{seat}/pledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    seat: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Pledge"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TableView"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/seats/{seat}/resignation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    seat: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TableView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TableView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/{id}/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    language?: "en" | "fr" | "de";
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tournaments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    before?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TournamentList"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewTournament"];
                };
            };
            responses: {
                /** @description Document created, URL follows */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TournamentView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tournaments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    since?: number | null;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TournamentView"] | null;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TournamentView"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tournaments/{id}/entry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Entry"];
                };
            };
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TournamentView"];
                    };
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TournamentView"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tournaments/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Request fulfilled, document follows */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TournamentView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Answer */
        Answer: {
            /** @default false */
            hinted?: boolean;
            move: number | string;
        };
        /** Asking */
        Asking: {
            move: number | string;
            steps?: string[];
            then?: (number | string)[];
        };
        /** Brought */
        Brought: {
            /**
             * @default en
             * @enum {string}
             */
            language?: "en" | "fr" | "de";
            option: string;
            options?: {
                [key: string]: unknown;
            };
            value: string;
        };
        /** BroughtRecord */
        BroughtRecord: {
            record: string;
        };
        /** BundleView */
        BundleView: {
            key: string;
            moves: number[];
            params: {
                [key: string]: unknown;
            };
        };
        /** ChangeSeat */
        ChangeSeat: {
            bot?: string | null;
            /** @enum {string} */
            kind: "open" | "bot";
        };
        /** Clock */
        Clock: {
            /**
             * @default move
             * @enum {string}
             */
            at_zero?: "bot" | "move" | "loss";
            bank: number;
            /** @default 0 */
            increment?: number;
        };
        /** Code */
        Code: {
            code: string;
        };
        /** Conditional */
        Conditional: {
            /** @default false */
            dropped?: boolean;
            line: components["schemas"]["ConditionalMove"][];
            since: number;
        };
        /** ConditionalMove */
        ConditionalMove: {
            answer: string[];
            expected: string[];
        };
        /** Contribution */
        Contribution: {
            contribution: string;
        };
        /** Count */
        Count: {
            drawn: number;
            lost: number;
            played: number;
            won: number;
        };
        /** DailyProblem */
        DailyProblem: {
            day: string;
            id: string;
            right: boolean | null;
        };
        /** DailyTry */
        DailyTry: {
            against: number | null;
            name: string;
            person: string;
            points: number | null;
            result: string | null;
            table: string;
        };
        /** DailyView */
        DailyView: {
            all: components["schemas"]["DailyTry"][];
            day: string;
            game: string;
            mine: components["schemas"]["DailyTry"] | null;
            seed: string | null;
            seed_hash: string;
            tries: number;
            until: number;
        };
        /** DealToday */
        DealToday: {
            against: number | null;
            game: string;
            points: number | null;
            result: string | null;
            tries: number;
        };
        /** Entry */
        Entry: {
            brought?: {
                [key: string]: unknown;
            };
        };
        /** Exercise */
        Exercise: {
            card: components["schemas"]["MistakeCard"];
            chance: number;
            face: components["schemas"]["Face"];
            played: components["schemas"]["ReviewedMove"];
        };
        /** Face */
        Face: {
            bundles: components["schemas"]["BundleView"][];
            may_undo: number;
            may_withdraw: boolean;
            moves: components["schemas"]["MoveView"][];
            outcome: Outcome | null;
            paused: boolean;
            prompt: components["schemas"]["Prompt"];
            question: number | null;
            scores: number[];
            silent: boolean;
            talk_until: number | null;
            view: View;
        };
        /** FaultView */
        FaultView: {
            field: string;
            line: number;
            problem: string;
        };
        /** Fork */
        Fork: {
            clock?: components["schemas"]["Clock"] | null;
            /** @default true */
            hints?: boolean;
            /** @default false */
            listed?: boolean;
            number: number;
            seats?: components["schemas"]["NewSeat"][];
            /**
             * @default bot
             * @enum {string}
             */
            takeover?: "bot" | "person";
        };
        /** FreshCode */
        FreshCode: {
            code: string;
            expires: number | null;
        };
        /** FreshLink */
        FreshLink: {
            address: string;
            code: string;
            expires: number | null;
            qr: string;
        };
        /** Friend */
        Friend: {
            colour: string;
            game: string;
            /** @default false */
            here?: boolean;
            id: string;
            last: number;
            matches: number;
            name: string;
        };
        /** GameStatistics */
        GameStatistics: {
            against: components["schemas"]["Opponent"][];
            all: components["schemas"]["Count"];
            best_streak: number;
            by_players: {
                [key: string]: components["schemas"]["Count"];
            };
            by_side: {
                [key: string]: components["schemas"]["Count"];
            };
            game: string;
            longest: components["schemas"]["Length"] | null;
            rating: components["schemas"]["RatingView"] | null;
            shortest: components["schemas"]["Length"] | null;
            streak: number;
        };
        /** GameView */
        GameView: {
            about: {
                [key: string]: string;
            };
            bots: string[];
            brings: string[];
            lessons: string[];
            level: string;
            levels: string[];
            name: string;
            options: components["schemas"]["OptionView"][];
            page: components["schemas"]["PageFiles"];
            players: [number, number];
            presets: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            problems: number;
            rules: string;
            silent: boolean;
            strength: (number | null)[];
            template: boolean;
            title: {
                [key: string]: string;
            };
            together: boolean;
        };
        /** HeadMeant */
        HeadMeant: {
            plan: components["schemas"]["ReviewedMove"];
            played: components["schemas"]["ReviewedMove"];
            seat: number;
        };
        /** History */
        History: {
            matches: components["schemas"]["HistoryLine"][];
            next: string | null;
        };
        /** HistoryLine */
        HistoryLine: {
            after: number | null;
            before: number | null;
            points: number | null;
            rated: boolean;
            result: string | null;
            seat: number | null;
            table: components["schemas"]["TableView"];
        };
        /** Holiday */
        Holiday: {
            days: number;
        };
        /** HolidayView */
        HolidayView: {
            days_a_year: number;
            days_left: number;
            until: number | null;
        };
        /** Invitation */
        Invitation: {
            person: string;
        };
        /** Length */
        Length: {
            match: string | null;
            seconds: number;
        };
        /** LessonMoment */
        LessonMoment: {
            face: components["schemas"]["Face"];
            log: components["schemas"]["Told"][];
        };
        /** LessonView */
        LessonView: {
            goals: string[][];
            id: string;
            players: number;
            rules: string[];
            seat: number;
            slips: {
                [key: string]: string;
            };
        };
        /** LevelCount */
        LevelCount: {
            bot: string;
            count: components["schemas"]["Count"];
        };
        /** LikelyMove */
        LikelyMove: {
            move: components["schemas"]["ReviewedMove"];
            seat: number;
        };
        /** Looking */
        Looking: {
            move: number | string;
            then?: (number | string)[];
        };
        /** MatchStanding */
        MatchStanding: {
            round: number | null;
            scores: number[];
            since: number | null;
        };
        /** MatchStatistics */
        MatchStatistics: {
            all: components["schemas"]["Count"];
            by_level: components["schemas"]["LevelCount"][];
            by_option: components["schemas"]["OptionCount"][];
            by_players: {
                [key: string]: components["schemas"]["Count"];
            };
            by_seat: {
                [key: string]: components["schemas"]["Count"];
            };
            by_side: {
                [key: string]: components["schemas"]["Count"];
            };
            game: string;
            matches: components["schemas"]["PlayedMatch"][];
            most: number;
            opened: number;
            openings: components["schemas"]["Opening"][];
        };
        /** Measured */
        Measured: {
            chance: number;
            key: string;
            params: {
                [key: string]: unknown;
            };
            people: number;
            right: boolean;
            text: string;
        };
        /** MistakeCard */
        MistakeCard: {
            days: number;
            due: number;
            ended: number;
            game: string;
            /** @enum {string} */
            judgement: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
            loss: number;
            match: string;
            names: string[];
            number: number;
            seat: number;
        };
        /** MisunderstandingView */
        MisunderstandingView: {
            entry: number;
            error: number;
            heads: components["schemas"]["HeadMeant"][];
            loss: number;
        };
        /** MoveView */
        MoveView: {
            id: number;
            key: string;
            params: {
                [key: string]: unknown;
            };
            text: string;
        };
        /** Mutes */
        Mutes: {
            all: string[];
            mine: string[];
        };
        /** NewDeck */
        NewDeck: {
            game: string;
            name: string;
            option: string;
            value: string;
        };
        /** NewPerson */
        NewPerson: {
            name: string;
        };
        /** NewSeat */
        NewSeat: {
            bot?: string | null;
            brought?: {
                [key: string]: unknown;
            };
            /**
             * @default open
             * @enum {string}
             */
            kind?: "me" | "open" | "bot";
            pledge?: string | null;
        };
        /** NewTable */
        NewTable: {
            clock?: components["schemas"]["Clock"] | null;
            game: string;
            /** @default true */
            hints?: boolean;
            /** @default false */
            listed?: boolean;
            options?: {
                [key: string]: unknown;
            };
            position?: string | null;
            /** @default false */
            rated?: boolean;
            seats: components["schemas"]["NewSeat"][];
            /**
             * @default bot
             * @enum {string}
             */
            takeover?: "bot" | "person";
        };
        /** NewTournament */
        NewTournament: {
            clock: components["schemas"]["Clock"];
            game: string;
            /** @enum {string} */
            kind: "arena" | "swiss" | "round_robin" | "knockout" | "points";
            /** @default true */
            listed?: boolean;
            /** @default 60 */
            minutes?: number;
            /** @default 128 */
            most?: number;
            name: string;
            options?: {
                [key: string]: unknown;
            };
            /** @default 120 */
            patience?: number;
            /** @default 15 */
            pause?: number;
            /** @default false */
            rated?: boolean;
            rounds?: number | null;
            /** @default 2 */
            seats?: number;
            starts?: number | null;
        };
        /** Note */
        Note: {
            text: string;
        };
        /** OpenEntry */
        OpenEntry: {
            at: number;
            /** @enum {string} */
            kind: "start" | "decide" | "withdraw" | "undo" | "refuse" | "pause" | "resume" | "holiday" | "return" | "end";
            number: number;
            seat: number | null;
            steps: Step[];
            target: number | null;
        };
        /** OpenFace */
        OpenFace: {
            actors: number[];
            number: number;
            scores: number[];
            text: string;
            view: View;
        };
        /** Opening */
        Opening: {
            count: components["schemas"]["Count"];
            key: string;
            move: string;
            params: {
                [key: string]: unknown;
            };
        };
        /** OpenStep */
        OpenStep: {
            events: {
                [key: string]: unknown;
            }[];
            move: string;
            seat: number;
        };
        /** Opponent */
        Opponent: {
            bot: string | null;
            count: components["schemas"]["Count"];
            name: string;
            person: string | null;
        };
        /** OptionCount */
        OptionCount: {
            count: components["schemas"]["Count"];
            option: string;
            value: string;
        };
        /** OptionView */
        OptionView: {
            default: unknown;
            name: string;
            values: unknown[];
        };
        /** OtherMove */
        OtherMove: {
            chance: number;
            move: components["schemas"]["ReviewedMove"];
        };
        /** PageFiles */
        PageFiles: {
            cover: string | null;
            palette: string | null;
            table: string | null;
        };
        /** PairingView */
        PairingView: {
            /** @enum {string} */
            kind: "match" | "bye" | "forfeit";
            players: string[];
            points: number[] | null;
            round: number;
            table: string | null;
        };
        /** Person */
        Person: {
            id: string;
            name: string;
        };
        /** Played */
        Played: {
            steps?: string[];
        };
        /** PlayedMatch */
        PlayedMatch: {
            ended: number;
            match: string | null;
            points: number | null;
            rating: number | null;
            result: string | null;
        };
        /** Pledge */
        Pledge: {
            pledge: string;
        };
        /** Points */
        Points: {
            number: number;
            scores: number[];
            seat: number | null;
            sources: {
                [key: string]: number;
            }[];
        };
        /** Practice */
        Practice: {
            due: number;
            in_three_days: number;
            mistakes: components["schemas"]["MistakeCard"][];
            steps: components["schemas"]["PracticeStep"][];
            streak: number;
            themes: components["schemas"]["PracticeTheme"][];
            tomorrow: number;
        };
        /** PracticeStep */
        PracticeStep: {
            count: number;
            days: number | null;
        };
        /** PracticeTheme */
        PracticeTheme: {
            count: number;
            key: string;
        };
        /** PracticeVerdict */
        PracticeVerdict: {
            before: number;
            best: components["schemas"]["ReviewedMove"] | null;
            best_chance: number | null;
            chance: number | null;
            counted: boolean;
            days: number;
            reason: components["schemas"]["ReasonView"] | null;
            /** @enum {string} */
            trial: "right" | "better" | "worse" | "unmeasured";
        };
        /** Previewed */
        Previewed: {
            events: GameEvent[];
            id: string;
            scores: (number | null)[] | null;
            /** @constant */
            type: "previewed";
            view: ForeseenView | null;
        };
        /** ProblemCard */
        ProblemCard: {
            game: string;
            id: string;
            params: {
                [key: string]: unknown;
            };
            players: number;
            prompt: string;
            rating: number;
            right: number | null;
            /** @enum {string} */
            state: "new" | "again" | "solved";
            themes: string[];
            tries: number;
        };
        /** ProblemList */
        ProblemList: {
            daily: components["schemas"]["DailyProblem"][];
            mine: components["schemas"]["ProblemRating"] | null;
            problems: components["schemas"]["ProblemCard"][];
            themes: components["schemas"]["ThemeCount"][];
        };
        /** ProblemRating */
        ProblemRating: {
            rating: number;
            right: number;
            sure: boolean;
            tries: number;
            way: number[];
        };
        /** ProblemToday */
        ProblemToday: {
            game: string;
            id: string;
            right: boolean | null;
            streak: number;
        };
        /** ProblemVerdict */
        ProblemVerdict: {
            after: number | null;
            before: number | null;
            chance: number | null;
            counted: boolean;
            right: boolean;
            solution: components["schemas"]["Solution"] | null;
        };
        /** ProblemView */
        ProblemView: {
            card: components["schemas"]["ProblemCard"];
            face: components["schemas"]["Face"];
            seat: number;
        };
        /** Profile */
        Profile: {
            colour: string;
            games: components["schemas"]["GameStatistics"][];
            id: string;
            name: string;
            shown: boolean;
            since: number | null;
        };
        /** ProfileChange */
        ProfileChange: {
            /**
             * @default slate
             * @enum {string}
             */
            colour?: "slate" | "red" | "orange" | "gold" | "green" | "teal" | "blue" | "violet" | "pink";
            /** @default false */
            shown?: boolean;
        };
        /** Prompt */
        Prompt: {
            key: string;
            params: {
                [key: string]: unknown;
            };
            seats: number[];
        };
        /** Push */
        Push: {
            auth: string;
            endpoint: string;
            key: string;
            /**
             * @default en
             * @enum {string}
             */
            language?: "en" | "fr" | "de";
        };
        /** PushView */
        PushView: {
            devices: string[];
            key: string | null;
        };
        /** RatedPerson */
        RatedPerson: {
            colour: string;
            id: string;
            name: string;
            rating: components["schemas"]["RatingView"];
        };
        /** RatingList */
        RatingList: {
            bots: {
                [key: string]: number;
            };
            next: string | null;
            people: components["schemas"]["RatedPerson"][];
        };
        /** RatingView */
        RatingView: {
            deviation: number;
            matches: number;
            provisional: boolean;
            rating: number;
        };
        /** Reason */
        Reason: {
            id: string;
            key: string | null;
            rule: string | null;
            sentence: string | null;
            /** @constant */
            type: "reason";
        };
        /** ReasonView */
        ReasonView: {
            key: string;
            params: {
                [key: string]: unknown;
            };
        };
        /** Research */
        Research: {
            agrees: boolean;
        };
        /** ResearchView */
        ResearchView: {
            agrees: boolean;
            since: number | null;
        };
        /** Reviewed */
        Reviewed: {
            cause: components["schemas"]["ReasonView"] | null;
            complete: boolean;
            decisions: number;
            misunderstandings: components["schemas"]["MisunderstandingView"][];
            rounds: number[];
            seats: components["schemas"]["SeatReview"][];
            strokes: components["schemas"]["Stroke"][];
            verdicts: components["schemas"]["VerdictView"][];
        };
        /** ReviewedMove */
        ReviewedMove: {
            id: number;
            key: string;
            params: {
                [key: string]: unknown;
            };
            text: string;
        };
        /** ReviewView */
        ReviewView: {
            ahead: number;
            review: components["schemas"]["Reviewed"] | null;
            revision: number;
            /** @enum {string} */
            state: "none" | "waiting" | "making" | "stopped" | "done" | "failed";
        };
        /** RuleView */
        RuleView: {
            id: string;
            ruling: string;
            text: string;
            title: string;
        };
        /** SavedDeck */
        SavedDeck: {
            game: string;
            id: string;
            name: string;
            option: string;
            saved: number;
            value: string;
        };
        /** SeatRating */
        SeatRating: {
            provisional: boolean;
            rating: number;
        };
        /** SeatReview */
        SeatReview: {
            accuracy: number | null;
            counts: {
                [key: string]: number;
            };
            level: string | null;
            luck: number | null;
            others: number[] | null;
            own: number | null;
            result: number;
            start: number | null;
        };
        /** SeatView */
        SeatView: {
            accepted: boolean;
            auto: boolean;
            away_until: number | null;
            bot: string | null;
            conditional: components["schemas"]["Conditional"] | null;
            connected: boolean;
            /** @enum {string} */
            kind: "open" | "person" | "bot";
            mine: boolean;
            name: string;
            number: number;
            opened: boolean;
            person: string | null;
            pledged: boolean;
            rating: components["schemas"]["SeatRating"] | null;
        };
        /** SectionView */
        SectionView: {
            rules: components["schemas"]["RuleView"][];
            title: string;
        };
        /** Seek */
        Seek: {
            brought?: {
                [key: string]: unknown;
            };
            clock?: components["schemas"]["Clock"] | null;
            game: string;
            join?: string | null;
            pledge?: string | null;
            /** @default false */
            rated?: boolean;
        };
        /** SeekView */
        SeekView: {
            since: number;
            table: string | null;
        };
        /** Sit */
        Sit: {
            brought?: {
                [key: string]: unknown;
            };
            pledge?: string | null;
        };
        /** Solution */
        Solution: {
            error: number;
            moves: components["schemas"]["Measured"][];
            themes: string[];
            worlds: number;
        };
        /** Standing */
        Standing: {
            status: string;
            trouble?: string | null;
            version: string;
        };
        /** StandingView */
        StandingView: {
            active: boolean;
            breaks: number[];
            name: string;
            person: string;
            place: number;
            played: number;
            points: number;
            rating: number | null;
        };
        /** Stroke */
        Stroke: {
            entry: number | null;
            given: number[];
        };
        /** TableList */
        TableList: {
            due: {
                [key: string]: number;
            };
            invited: components["schemas"]["TableView"][];
            mine: components["schemas"]["TableView"][];
            open: components["schemas"]["TableView"][];
            recent: components["schemas"]["TableView"][];
            standing: {
                [key: string]: components["schemas"]["MatchStanding"];
            };
        };
        /** TableView */
        TableView: {
            actors: number[];
            clock: components["schemas"]["Clock"] | null;
            created: number;
            daily: string | null;
            ended: number | null;
            fork_of: string | null;
            from_position: boolean;
            game: string;
            hints: boolean;
            host: string;
            id: string;
            listed: boolean;
            options: {
                [key: string]: unknown;
            };
            outcome: Outcome | null;
            /** @enum {string} */
            phase: "open" | "opening" | "playing" | "paused" | "over";
            rated: boolean;
            rematch: string | null;
            rematch_of: string | null;
            rules: string;
            seats: components["schemas"]["SeatView"][];
            seed_hash: string;
            slow: boolean;
            started: number | null;
            takeover: string;
            tournament: string | null;
            watching: string[];
        };
        /** ThemeCount */
        ThemeCount: {
            game: string;
            right: number;
            theme: string;
            tries: number;
        };
        /** Today */
        Today: {
            deal: components["schemas"]["DealToday"];
            due: number;
            problem: components["schemas"]["ProblemToday"] | null;
            until: number;
        };
        /** Told */
        Told: {
            at: number;
            /** @enum {string} */
            kind: "start" | "decide" | "withdraw" | "undo" | "refuse" | "pause" | "resume" | "holiday" | "return" | "end";
            number: number;
            seat: number | null;
            steps: Step[];
            /** @default false */
            stood_in?: boolean;
        };
        /** TournamentLine */
        TournamentLine: {
            clock: components["schemas"]["Clock"];
            created: number;
            ended: number | null;
            ends: number | null;
            entered: number;
            game: string;
            id: string;
            /** @enum {string} */
            kind: "arena" | "swiss" | "round_robin" | "knockout" | "points";
            listed: boolean;
            mine: boolean;
            most: number;
            name: string;
            /** @enum {string} */
            phase: "open" | "running" | "over";
            rated: boolean;
            round: number;
            rounds: number | null;
            started: number | null;
            starts: number | null;
        };
        /** TournamentList */
        TournamentList: {
            next: string | null;
            now: components["schemas"]["TournamentLine"][];
            over: components["schemas"]["TournamentLine"][];
        };
        /** TournamentView */
        TournamentView: {
            active: boolean;
            breaks: string[];
            host: string;
            host_name: string;
            late: boolean;
            line: components["schemas"]["TournamentLine"];
            options: {
                [key: string]: unknown;
            };
            pairings: components["schemas"]["PairingView"][];
            seats: number;
            standings: components["schemas"]["StandingView"][];
            table: string | null;
            version: number;
        };
        /** TriedMove */
        TriedMove: {
            chance: number;
            error: number;
            line: components["schemas"]["LikelyMove"][];
        };
        /** TryMove */
        TryMove: {
            move: number | string;
        };
        /** Verdict */
        Verdict: {
            faults: components["schemas"]["FaultView"][];
            numbers: {
                [key: string]: unknown;
            };
        };
        /** VerdictView */
        VerdictView: {
            best: components["schemas"]["ReviewedMove"];
            chance: number;
            decision: string;
            entry: number;
            error: number | null;
            final: boolean;
            /** @enum {string} */
            judgement: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
            loss: number;
            move: components["schemas"]["ReviewedMove"];
            number: number;
            others: components["schemas"]["OtherMove"][];
            played: number;
            reason: components["schemas"]["ReasonView"] | null;
            seat: number;
            turn: number;
        };
        /** Webhook */
        Webhook: {
            url: string | null;
        };
        /** WebhookView */
        WebhookView: {
            hosts: string[];
            url: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Answer = components['schemas']['Answer'];
export type Asking = components['schemas']['Asking'];
export type Brought = components['schemas']['Brought'];
export type BroughtRecord = components['schemas']['BroughtRecord'];
export type BundleView = components['schemas']['BundleView'];
export type ChangeSeat = components['schemas']['ChangeSeat'];
export type Clock = components['schemas']['Clock'];
export type Code = components['schemas']['Code'];
export type Conditional = components['schemas']['Conditional'];
export type ConditionalMove = components['schemas']['ConditionalMove'];
export type Contribution = components['schemas']['Contribution'];
export type Count = components['schemas']['Count'];
export type DailyProblem = components['schemas']['DailyProblem'];
export type DailyTry = components['schemas']['DailyTry'];
export type DailyView = components['schemas']['DailyView'];
export type DealToday = components['schemas']['DealToday'];
export type Entry = components['schemas']['Entry'];
export type Exercise = components['schemas']['Exercise'];
export type Face = components['schemas']['Face'];
export type FaultView = components['schemas']['FaultView'];
export type Fork = components['schemas']['Fork'];
export type FreshCode = components['schemas']['FreshCode'];
export type FreshLink = components['schemas']['FreshLink'];
export type Friend = components['schemas']['Friend'];
export type GameStatistics = components['schemas']['GameStatistics'];
export type GameView = components['schemas']['GameView'];
export type HeadMeant = components['schemas']['HeadMeant'];
export type History = components['schemas']['History'];
export type HistoryLine = components['schemas']['HistoryLine'];
export type Holiday = components['schemas']['Holiday'];
export type HolidayView = components['schemas']['HolidayView'];
export type Invitation = components['schemas']['Invitation'];
export type Length = components['schemas']['Length'];
export type LessonMoment = components['schemas']['LessonMoment'];
export type LessonView = components['schemas']['LessonView'];
export type LevelCount = components['schemas']['LevelCount'];
export type LikelyMove = components['schemas']['LikelyMove'];
export type Looking = components['schemas']['Looking'];
export type MatchStanding = components['schemas']['MatchStanding'];
export type MatchStatistics = components['schemas']['MatchStatistics'];
export type Measured = components['schemas']['Measured'];
export type MistakeCard = components['schemas']['MistakeCard'];
export type MisunderstandingView = components['schemas']['MisunderstandingView'];
export type MoveView = components['schemas']['MoveView'];
export type Mutes = components['schemas']['Mutes'];
export type NewDeck = components['schemas']['NewDeck'];
export type NewPerson = components['schemas']['NewPerson'];
export type NewSeat = components['schemas']['NewSeat'];
export type NewTable = components['schemas']['NewTable'];
export type NewTournament = components['schemas']['NewTournament'];
export type Note = components['schemas']['Note'];
export type OpenEntry = components['schemas']['OpenEntry'];
export type OpenFace = components['schemas']['OpenFace'];
export type Opening = components['schemas']['Opening'];
export type OpenStep = components['schemas']['OpenStep'];
export type Opponent = components['schemas']['Opponent'];
export type OptionCount = components['schemas']['OptionCount'];
export type OptionView = components['schemas']['OptionView'];
export type OtherMove = components['schemas']['OtherMove'];
export type PageFiles = components['schemas']['PageFiles'];
export type PairingView = components['schemas']['PairingView'];
export type Person = components['schemas']['Person'];
export type Played = components['schemas']['Played'];
export type PlayedMatch = components['schemas']['PlayedMatch'];
export type Pledge = components['schemas']['Pledge'];
export type Points = components['schemas']['Points'];
export type Practice = components['schemas']['Practice'];
export type PracticeStep = components['schemas']['PracticeStep'];
export type PracticeTheme = components['schemas']['PracticeTheme'];
export type PracticeVerdict = components['schemas']['PracticeVerdict'];
export type Previewed = components['schemas']['Previewed'];
export type ProblemCard = components['schemas']['ProblemCard'];
export type ProblemList = components['schemas']['ProblemList'];
export type ProblemRating = components['schemas']['ProblemRating'];
export type ProblemToday = components['schemas']['ProblemToday'];
export type ProblemVerdict = components['schemas']['ProblemVerdict'];
export type ProblemView = components['schemas']['ProblemView'];
export type Profile = components['schemas']['Profile'];
export type ProfileChange = components['schemas']['ProfileChange'];
export type Prompt = components['schemas']['Prompt'];
export type Push = components['schemas']['Push'];
export type PushView = components['schemas']['PushView'];
export type RatedPerson = components['schemas']['RatedPerson'];
export type RatingList = components['schemas']['RatingList'];
export type RatingView = components['schemas']['RatingView'];
export type Reason = components['schemas']['Reason'];
export type ReasonView = components['schemas']['ReasonView'];
export type Research = components['schemas']['Research'];
export type ResearchView = components['schemas']['ResearchView'];
export type Reviewed = components['schemas']['Reviewed'];
export type ReviewedMove = components['schemas']['ReviewedMove'];
export type ReviewView = components['schemas']['ReviewView'];
export type RuleView = components['schemas']['RuleView'];
export type SavedDeck = components['schemas']['SavedDeck'];
export type SeatRating = components['schemas']['SeatRating'];
export type SeatReview = components['schemas']['SeatReview'];
export type SeatView = components['schemas']['SeatView'];
export type SectionView = components['schemas']['SectionView'];
export type Seek = components['schemas']['Seek'];
export type SeekView = components['schemas']['SeekView'];
export type Sit = components['schemas']['Sit'];
export type Solution = components['schemas']['Solution'];
export type Standing = components['schemas']['Standing'];
export type StandingView = components['schemas']['StandingView'];
export type Stroke = components['schemas']['Stroke'];
export type TableList = components['schemas']['TableList'];
export type TableView = components['schemas']['TableView'];
export type ThemeCount = components['schemas']['ThemeCount'];
export type Today = components['schemas']['Today'];
export type Told = components['schemas']['Told'];
export type TournamentLine = components['schemas']['TournamentLine'];
export type TournamentList = components['schemas']['TournamentList'];
export type TournamentView = components['schemas']['TournamentView'];
export type TriedMove = components['schemas']['TriedMove'];
export type TryMove = components['schemas']['TryMove'];
export type Verdict = components['schemas']['Verdict'];
export type VerdictView = components['schemas']['VerdictView'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookView = components['schemas']['WebhookView'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
